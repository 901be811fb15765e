// Acting on one element. Every function answers a string of JSON, or null when
// the element is gone.
function describe(el) {
  labels = new Map();
  for (let p = el; p; p = parentOf(p)) {
    const role = roleOf(p, p.tagName);
    if (role === 'dialog' || role === 'alertdialog' || controls.has(role) || role === 'iframe') {
      const n = {};
      nameNode(n, p, p.tagName, role, captionOf(p));
      return n.name ? role + ' "' + cut(n.name, 60) + '"' : role;
    }
  }
  const cls = String(el.className?.baseVal ?? el.className ?? '').trim().split(/\s+/)[0];
  const text = cut(el.textContent, 40);
  return el.tagName.toLowerCase() + (el.id ? '#' + el.id : cls ? '.' + cls : '') + (text ? ' "' + text + '"' : '');
}

function topAt(x, y) {
  let h = document.elementFromPoint(x, y);
  while (h?.shadowRoot) {
    const inner = h.shadowRoot.elementFromPoint(x, y);
    if (!inner || inner === h) break;
    h = inner;
  }
  return h;
}

// hit says whether a click at x, y (of this frame's viewport) reaches the element.
function hit(id, x, y) {
  const el = byId(id);
  if (!el) return null;
  const h = topAt(x, y);
  if (!h) return json({ by: 'the edge of the viewport' });
  if (reaches(el, h)) return json({ ok: true });
  return json({ by: describe(h), strip: strip(el, h) });
}

function reaches(el, h) {
  if (contains(el, h)) return true;
  for (let p = h; p; p = parentOf(p)) {
    if (p.tagName === 'LABEL' && (p.control === el || (p.control && contains(el, p.control)))) return true;
  }
  if (el.tagName === 'LABEL' && el.control && contains(el.control, h)) return true;
  // An element that lets clicks through gives them to what contains it.
  return getComputedStyle(el).pointerEvents === 'none' && contains(h, el) && h !== document.body && h !== document.documentElement;
}

// throughFrame is hit for a frame element: the same question, and where the point lies within the frame.
function throughFrame(id, x, y) {
  const el = byId(id);
  if (!el) return null;
  const h = topAt(x, y);
  if (h !== el) return json({ by: h ? describe(h) : 'the edge of the viewport' });
  const v = view(el);
  return json({ ok: true, x: (x - v[0]) / v[4], y: (y - v[1]) / v[5] });
}

function view(el) {
  const n = {};
  Collector.prototype.frame(n, el, { r: el.getBoundingClientRect(), cs: getComputedStyle(el), clip: open });
  return n.view;
}

// frameView is the place of a frame within this one, clipped by what clips its element.
function frameView(id) {
  const el = byId(id);
  return el ? json(view(el)) : null;
}

// underBar says that something which stays where it is while the page scrolls lies over the middle of the element.
function underBar(el, r) {
  const h = topAt((r.left + r.right) / 2, (r.top + r.bottom) / 2);
  if (!h || reaches(el, h)) return false;
  for (let p = h; p && !contains(p, el); p = parentOf(p)) {
    if (/fixed|sticky/.test(getComputedStyle(p).position)) return p.getBoundingClientRect().height < innerHeight / 2;
  }
  return false;
}

function reveal(id) {
  const el = byId(id);
  if (!el) return null;
  const before = el.getBoundingClientRect();
  const fits = before.top >= 0 && before.left >= 0 && before.bottom <= innerHeight && before.right <= innerWidth && !underBar(el, before);
  el.scrollIntoView({ block: fits ? 'nearest' : 'center', inline: fits ? 'nearest' : 'center', behavior: 'instant' });
  return 'true';
}

// scrollContainer scrolls the nearest container whose content is larger than it.
function scrollContainer(id, dx, dy) {
  const el = byId(id);
  if (!el) return null;
  for (let p = el; p; p = parentOf(p)) {
    const cs = getComputedStyle(p);
    const root = p === document.scrollingElement;
    const y = dy && (root || /auto|scroll/.test(cs.overflowY)) && p.scrollHeight > p.clientHeight;
    const x = dx && (root || /auto|scroll/.test(cs.overflowX)) && p.scrollWidth > p.clientWidth;
    if (!x && !y) continue;
    const was = [p.scrollLeft, p.scrollTop];
    p.scrollBy({ left: dx, top: dy, behavior: 'instant' });
    // The element's own container answers, even when it is at its end.
    return json({ moved: p.scrollLeft !== was[0] || p.scrollTop !== was[1] });
  }
  return json({ none: true });
}

// fire tells the driver first: what the page does then may take this document away before the call can answer.
function fire(el, mark) {
  try { window.__verdictDid?.(mark); } catch { /* then only the answer tells */ }
  el.dispatchEvent(new Event('input', { bubbles: true, composed: true }));
  el.dispatchEvent(new Event('change', { bubbles: true }));
}

// choose makes exactly the wanted options chosen.
function choose(id, wanted, mark) {
  const el = byId(id);
  if (!el) return null;
  if (el.tagName !== 'SELECT') return json({ error: el.tagName.toLowerCase() + ' is no native select' });
  if (el.matches(':disabled')) return json({ error: 'the select is disabled' });
  if (!el.multiple && wanted.length > 1) return json({ error: 'it takes one option only' });
  const fold = s => cut(s, 2000).toLowerCase();
  const options = [...el.options];
  const free = o => !o.disabled && !o.parentElement.disabled;
  const picked = [];
  for (const w of wanted) {
    const o = options.find(o => free(o) && (cut(o.text, 2000) === w || cut(o.label, 2000) === w)) || options.find(o => free(o) && o.value === w)
      || options.find(o => free(o) && (fold(o.text) === fold(w) || fold(o.label) === fold(w)));
    if (!o) {
      const locked = options.some(o => fold(o.text) === fold(w));
      return json({ error: (locked ? 'the option "' + w + '" is disabled' : 'no option "' + w + '"') + '; there are: ' + options.filter(free).slice(0, 50).map(o => '"' + cut(o.text, 60) + '"').join(', ') });
    }
    picked.push(o);
  }
  el.focus();
  if (el.multiple) for (const o of options) o.selected = picked.includes(o);
  else if (picked.length) el.selectedIndex = picked[0].index;
  else el.selectedIndex = -1;
  fire(el, mark);
  return json({});
}

// setValue goes through the native setter, so that frameworks which shadow it notice.
function setValue(id, value, mark) {
  const el = byId(id);
  if (!el) return null;
  if (el.tagName !== 'INPUT' && el.tagName !== 'TEXTAREA') return json({ error: el.tagName.toLowerCase() + ' is no native input' });
  if (el.matches(':disabled') || el.readOnly) return json({ error: 'the field is ' + (el.readOnly ? 'read-only' : 'disabled') });
  el.focus();
  const proto = el.tagName === 'INPUT' ? HTMLInputElement.prototype : HTMLTextAreaElement.prototype;
  const before = el.value;
  const set = v => Object.getOwnPropertyDescriptor(proto, 'value').set.call(el, v);
  set(value);
  if (value !== '' && el.value === '') { set(before); return json({ error: 'the ' + el.type + ' input does not accept "' + value + '"; it wants ' + (formats[el.type] || 'another format') }); }
  fire(el, mark);
  return json({});
}

const formats = { date: 'yyyy-mm-dd', time: 'hh:mm', 'datetime-local': 'yyyy-mm-ddThh:mm', month: 'yyyy-mm', week: 'yyyy-Www', color: '#rrggbb', number: 'a number', range: 'a number' };

// selectText selects the first occurrence of text within a field or an editable element.
function selectText(id, text) {
  const el = byId(id);
  if (!el) return null;
  if (el.tagName === 'INPUT' || el.tagName === 'TEXTAREA') {
    const at = el.value.indexOf(text);
    if (at < 0) return json({ error: '"' + text + '" does not stand in it' });
    el.focus();
    el.setSelectionRange(at, at + text.length);
    return json({});
  }
  el.focus();
  const walker = document.createTreeWalker(el, NodeFilter.SHOW_TEXT);
  const parts = [];
  let whole = '';
  for (let n = walker.nextNode(); n; n = walker.nextNode()) { parts.push([n, whole.length]); whole += n.data.replace(/\u00a0/g, ' '); }
  const at = whole.indexOf(text);
  if (at < 0) return json({ error: '"' + text + '" does not stand in it' });
  const place = pos => { let p = parts[0]; for (const q of parts) if (q[1] <= pos) p = q; return [p[0], pos - p[1]]; };
  const range = document.createRange();
  range.setStart(...place(at));
  const [endNode, endAt] = place(at + text.length - 1);
  range.setEnd(endNode, endAt + 1);
  const selection = (el.getRootNode().getSelection?.() || getSelection());
  selection.removeAllRanges();
  selection.addRange(range);
  document.dispatchEvent(new Event('selectionchange'));
  return json({});
}

// fileInput finds the file input an element stands for: itself, its label's
// control, one inside it, or the only one of the nearest ancestor that has one.
function fileInput(id) {
  let el = byId(id);
  if (!el) return null;
  const file = e => e?.tagName === 'INPUT' && e.type === 'file';
  if (file(el)) return el;
  const label = el.closest('label');
  if (label && file(label.control)) return label.control;
  const inside = el.querySelector?.('input[type=file]');
  return inside || null;
}

function nearFileInput(id) {
  const el = byId(id);
  for (let p = el; p; p = parentOf(p)) {
    const all = p.querySelectorAll('input[type=file]');
    if (all.length === 1) return all[0];
    if (all.length > 1) return null;
  }
  return null;
}

function zoom() {
  const v = window.visualViewport;
  return json({ w: innerWidth, h: innerHeight, zoom: v ? v.scale : 1, zx: v ? v.offsetLeft : 0, zy: v ? v.offsetTop : 0 });
}
