// Collector: one walk over the composed tree that yields every node of this
// frame, in document order, with boxes in pixels of this frame's viewport.
const maxNodes = 20000;
const open = { l: -Infinity, t: -Infinity, r: Infinity, b: Infinity, dead: false };

function meet(a, r, dead) {
  const c = { l: Math.max(a.l, r.left), t: Math.max(a.t, r.top), r: Math.min(a.r, r.right), b: Math.min(a.b, r.bottom), dead: a.dead };
  if (dead && (c.r - c.l < 1 || c.b - c.t < 1)) c.dead = true;
  return c;
}

const round = v => Math.round(v * 100) / 100;

class Collector {
  constructor() {
    this.nodes = [];
    this.left = 0;
    this.texts = [];     // [text node, text, parent element]: what may label a field
    this.unlabelled = []; // [node index, element]
    this.vw = innerWidth;
    this.vh = innerHeight;
    this.sx = scrollX;
    this.sy = scrollY;
    this.focused = document.hasFocus() ? deepFocus() : null;
    this.text = '';      // rendered text of the element walked last
    this.name = '';      // and what it contributes to a name
  }

  // add makes a node for el; null beyond the cap.
  add(el, tag, role, parent, r, visible, clip) {
    if (this.nodes.length >= maxNodes) { this.left++; return null; }
    const n = { n: numberOf(el), p: parent, tag: tag.toLowerCase(), role, b: [round(r.left), round(r.top), round(r.width), round(r.height)] };
    if (visible) {
      n.visible = true;
      if (r.right > clip.l && r.bottom > clip.t && r.left < clip.r && r.top < clip.b && r.right > 0 && r.bottom > 0 && r.left < this.vw && r.top < this.vh) n.in_viewport = true;
    }
    this.nodes.push(n);
    return n;
  }

  // walk visits el and all below it. s is what it inherits: index of the parent node, clips, pointer cursor, atomic, inline text block.
  walk(el, s) {
    const tag = el.tagName;
    this.text = this.name = '';
    switch (tag) {
      case 'SCRIPT': case 'STYLE': case 'TEMPLATE': case 'NOSCRIPT': case 'HEAD': case 'META': case 'LINK': case 'TITLE': case 'BASE': case 'OPTION': case 'OPTGROUP': case 'DATALIST': return;
      case 'BR': this.text = this.name = ' '; return;
    }
    const cs = getComputedStyle(el);
    const display = cs.display;
    if (display === 'none') { this.hidden(el, s.parent); return; }
    const contents = display === 'contents';
    const r = el.getBoundingClientRect();
    const position = cs.position;
    const clip = position === 'fixed' ? open : position === 'absolute' ? s.absClip : s.clip;
    const opacity0 = s.opacity0 || cs.opacity === '0';
    const overflow = cs.overflowX;
    const clips = overflow !== 'visible' && !contents && tag !== 'HTML' && tag !== 'BODY';
    const tiny = clips && r.width <= 1 && r.height <= 1; // for screen readers only
    const away = r.right + this.sx <= 0 || r.bottom + this.sy <= 0; // nobody can scroll there
    const shown = !opacity0 && !clip.dead && !s.closed && cs.visibility === 'visible' && !away;
    const visible = shown && (r.width > 0 && r.height > 0) && !tiny;

    let role = roleOf(el, tag);
    const cursor = cs.cursor;
    const pointer = cursor === 'pointer';
    const state = { parent: s.parent, clip, absClip: s.absClip, pointer, opacity0, closed: s.closed, atomic: s.atomic, block: false, off: s.off };
    if (clips) state.clip = meet(clip, r, overflow === 'hidden' || overflow === 'clip');
    if (position !== 'static' || clips && cs.transform !== 'none') state.absClip = state.clip;
    if (el.hasAttributes() && el.getAttribute('aria-disabled') === 'true') state.off = true;

    const n = this.node(el, tag, role, s, { cs, r, visible, clip, pointer, cursor, overflow, display });
    if (n) {
      state.parent = this.nodes.length - 1;
      role = n.tag === 'label' ? 'label' : n.role;
      state.atomic = s.atomic || atomic.has(role);
      state.block = role === 'text' || role === 'label';
      if (tag === 'TEXTAREA' || tag === 'SELECT' || tag === 'INPUT') {
        this.finish(n, el, tag, role, n.role === 'button' ? n.name || '' : '', '', state);
        this.text = visible && n.role === 'button' ? n.name || '' : '';
        this.name = this.text;
        return;
      }
    } else {
      state.atomic = s.atomic;
      state.block = s.block;
    }
    const kids = this.children(el, tag, state, shown && !tiny && !state.clip.dead, shown || tiny);
    let { text, own, name } = kids;
    if (text && cs.textTransform !== 'none') [text, own] = [transform(text, cs.textTransform), transform(own, cs.textTransform)];
    if (n) this.finish(n, el, tag, role, cut(name, 300), cut(own, 2000), state, cut(text, 2000));
    const inline = display.startsWith('inline') && tag !== 'IMG' || contents;
    if (text.length > 4000) text = cut(text, 2000) + ' ';
    if (name.length > 1200) name = cut(name, 300) + ' ';
    const aria = el.getAttribute('aria-label') || (tag === 'IMG' ? el.alt : '');
    if (aria) name = ' ' + aria + ' ';
    this.text = inline || !text ? text : ' ' + text + ' ';
    this.name = inline || !name ? name : ' ' + name + ' ';
  }

  // children walks what el shows: its shadow root, a slot's assigned nodes, or its own.
  children(el, tag, state, readable, nameable) {
    const sum = { text: '', own: '', name: '', closed: tag === 'DETAILS' && !el.open, summary: false };
    const assigned = tag === 'SLOT' ? el.assignedNodes() : [];
    if (assigned.length) for (const c of assigned) this.child(c, el, state, readable, nameable, sum);
    // Not a loop over childNodes: that list costs more than all the rest.
    else for (let c = (el.shadowRoot || el).firstChild; c; c = c.nextSibling) this.child(c, el, state, readable, nameable, sum);
    return sum;
  }

  child(c, el, state, readable, nameable, sum) {
    const type = c.nodeType;
    if (type === 3) {
      if (sum.closed) return;
      const data = c.data;
      if (readable) {
        sum.text += data;
        sum.own += data;
        if (this.texts.length < 20000 && /\S/.test(data)) this.texts.push([c, el]);
      }
      if (nameable) sum.name += data;
    } else if (type === 1) {
      if (sum.closed && (sum.summary || c.tagName !== 'SUMMARY')) this.walk(c, { ...state, closed: true });
      else {
        sum.summary = true;
        this.walk(c, state);
      }
      sum.text += this.text;
      sum.name += this.name;
      if (this.text && sum.own) sum.own += ' ';
    }
  }

  // node decides whether el is worth a node, and makes it.
  node(el, tag, role, s, a) {
    if (tag === 'HTML' || tag === 'BODY') return null;
    const bare = !el.hasAttributes();
    const handler = typeof el.onclick === 'function';
    const tabStop = !bare && el.hasAttribute('tabindex') && el.tabIndex >= 0;
    const control = controls.has(role);
    const editable = el.isContentEditable && role === 'textbox';
    const clickable = control || handler || (a.pointer && !s.pointer && !s.atomic) || (tabStop && !role && !editable);
    if (s.atomic && !control && !handler && role !== 'img' && role !== 'iframe' && !el.shadowRoot) return null;
    // Visible in one direction is visible in both (CSS overflow, computed value).
    const scrolls = a.overflow !== 'visible' && (a.overflow === 'auto' || a.overflow === 'scroll' || a.cs.overflowY === 'auto' || a.cs.overflowY === 'scroll')
      && (el.scrollHeight > el.clientHeight + 1 || el.scrollWidth > el.clientWidth + 1);
    const draggable = !bare && el.getAttribute('draggable') === 'true' || a.cursor === 'grab' || a.cursor === 'move';
    if (!role || role === 'generic') {
      const block = !s.atomic && ownText(el) && (!s.block || !a.display.startsWith('inline') || !bare && (el.id || testID(el)));
      if (clickable) role = 'clickable';
      else if (block || tag === 'LEGEND') role = 'text';
      else if (draggable) role = 'clickable';
      else if (tag === 'IMG' && (el.alt !== '' || a.r.width * a.r.height > 10000)) role = 'img';
      else if (scrolls || !bare && (testID(el) || el.hasAttribute('aria-live'))) role = 'generic';
      else return null;
    }
    if (role === 'img' && a.r.width < 4) return null;
    const n = this.add(el, tag, role === 'label' ? 'text' : role, s.parent, a.r, a.visible, a.clip);
    if (!n) return null;
    if (clickable) n.clickable = true;
    if (role === 'label' && el.control && (el.control.type === 'checkbox' || el.control.type === 'radio' || el.control.type === 'file') && !shows(el.control)) n.clickable = true;
    if (scrolls) n.scrollable = true;
    if (draggable) n.draggable = true;
    if (role === 'iframe') this.frame(n, el, a);
    if (role === 'img' || tag === 'IMG' || tag === 'CANVAS' || tag === 'svg') n.picture = true;
    return n;
  }

  // frame adds where the frame's own viewport lies: x, y, w, h, scale x, scale y, clip l, t, r, b.
  frame(n, el, a) {
    const sx = el.offsetWidth ? a.r.width / el.offsetWidth : 1, sy = el.offsetHeight ? a.r.height / el.offsetHeight : 1;
    const px = parseFloat(a.cs.paddingLeft) || 0, py = parseFloat(a.cs.paddingTop) || 0;
    const pr = parseFloat(a.cs.paddingRight) || 0, pb = parseFloat(a.cs.paddingBottom) || 0;
    const big = v => Math.max(-1e7, Math.min(1e7, v));
    n.view = [a.r.left + (el.clientLeft + px) * sx, a.r.top + (el.clientTop + py) * sy, (el.clientWidth - px - pr) * sx, (el.clientHeight - py - pb) * sy,
      sx, sy, big(a.clip.l), big(a.clip.t), big(a.clip.r), big(a.clip.b)];
  }

  // finish fills what needs the content first.
  finish(n, el, tag, role, content, own, state, text) {
    nameNode(n, el, tag, role, content);
    if (text) n.text = text;
    if (own) n.own_text = own;
    attributes(n, el);
    states(n, el, tag, role, this.focused, state.off);
    values(n, el, tag, role);
    if (!n.picture && n.visible && !n.text && !fields.has(n.role) && getComputedStyle(el).backgroundImage !== 'none') n.picture = true;
    if (n.clickable && n.visible && !n.text && !fields.has(n.role)) n.icon = iconOf(el) || undefined;
    if (fields.has(n.role) && n.visible && (!n.name || n.name_from === 'placeholder' || n.name_from === 'title')) this.unlabelled.push([n, el]);
    // What is equal is sent once.
    if (own && own === n.text) { n.own_text = undefined; n.o = 1; }
    if (n.name && n.name === n.text) { n.name = undefined; n.t = 1; }
  }

  // hidden reports the controls below something that is not rendered, so that one can say "it is there, but hidden".
  hidden(root, parent) {
    if (this.nodes.length > maxNodes / 2) return;
    const visit = el => {
      const tag = el.tagName, role = roleOf(el, tag);
      if (!controls.has(role) && role !== 'dialog' && role !== 'heading' && !el.hasAttribute('onclick')) return;
      const n = this.add(el, tag, role || 'clickable', parent, { left: 0, top: 0, right: 0, bottom: 0, width: 0, height: 0 }, false, open);
      if (!n) return;
      nameNode(n, el, tag, role || 'clickable', role === 'dialog' ? '' : cut(el.textContent, 300));
      attributes(n, el);
      states(n, el, tag, role, null, !!el.closest('[aria-disabled=true]'));
      values(n, el, tag, role);
      if (controls.has(role)) n.clickable = true;
    };
    visit(root);
    let budget = 3000;
    for (const el of root.getElementsByTagName('*')) {
      if (budget-- === 0) break;
      visit(el);
    }
  }
}

function transform(text, how) {
  switch (how) {
    case 'uppercase': return text.toUpperCase();
    case 'lowercase': return text.toLowerCase();
    case 'capitalize': return text.replace(/(^|\s)\S/g, c => c.toUpperCase());
  }
  return text;
}

function ownText(el) {
  for (let c = el.firstChild; c; c = c.nextSibling) if (c.nodeType === 3 && /\S/.test(c.data)) return true;
  return false;
}

function testID(el) {
  return el.getAttribute('data-testid') || el.getAttribute('data-test') || el.getAttribute('data-test-id') || el.getAttribute('data-cy') || el.getAttribute('data-qa') || '';
}

function deepFocus() {
  let a = document.activeElement;
  while (a?.shadowRoot?.activeElement) a = a.shadowRoot.activeElement;
  return a === document.body ? null : a;
}

function shows(el) {
  const r = el.getBoundingClientRect();
  return r.width > 1 && r.height > 1 && el.checkVisibility({ opacityProperty: true, visibilityProperty: true });
}

const initial = () => ({ parent: -1, clip: open, absClip: open, pointer: false, opacity0: false, closed: false, atomic: false, block: false, off: false });

// collect is the whole frame as JSON.
function collect() {
  labels = new Map();
  const c = new Collector();
  if (document.documentElement) c.walk(document.documentElement, initial());
  labelByPlace(c);
  const v = window.visualViewport;
  return json({
    token, nodes: c.nodes, left_out: c.left, url: location.href, title: cut(document.title, 300), w: c.vw, h: c.vh,
    zoom: v ? v.scale : 1, zx: v ? v.offsetLeft : 0, zy: v ? v.offsetTop : 0,
  });
}

// one reads a single element again: its node without ancestors, null when it is gone.
function one(id) {
  const el = byId(id);
  if (!el) return null;
  labels = new Map();
  const c = new Collector();
  const s = initial();
  const up = [];
  for (let p = parentOf(el); p; p = parentOf(p)) up.push(p);
  for (let i = up.length - 1; i >= 0; i--) {
    const p = up[i], cs = getComputedStyle(p), r = p.getBoundingClientRect();
    if (cs.display === 'none') { c.hidden(el, -1); return only(c, id); }
    const clip = cs.position === 'fixed' ? open : cs.position === 'absolute' ? s.absClip : s.clip;
    const clips = cs.overflowX !== 'visible' && cs.display !== 'contents' && p.tagName !== 'HTML' && p.tagName !== 'BODY';
    s.clip = clips ? meet(clip, r, cs.overflowX === 'hidden' || cs.overflowX === 'clip') : clip;
    if (cs.position !== 'static') s.absClip = s.clip;
    s.opacity0 ||= cs.opacity === '0';
    s.off ||= p.getAttribute('aria-disabled') === 'true';
    s.closed ||= p.tagName === 'DETAILS' && !p.open && up[i - 1] && up[i - 1].tagName !== 'SUMMARY';
  }
  c.walk(el, s);
  labelByPlace(c);
  return only(c, id);
}

function only(c, id) {
  const v = window.visualViewport;
  const n = c.nodes.find(n => token + '-' + n.n === id);
  return json({ token, nodes: n ? [{ ...n, p: -1 }] : [], w: c.vw, h: c.vh, zoom: v ? v.scale : 1, zx: v ? v.offsetLeft : 0, zy: v ? v.offsetTop : 0 });
}
