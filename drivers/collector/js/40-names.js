// Roles and names: a subset of the ARIA in HTML mapping and of accname 1.2.
const inputRoles = {
  checkbox: 'checkbox', radio: 'radio', button: 'button', submit: 'button', reset: 'button', image: 'button', range: 'slider',
  number: 'spinbutton', search: 'searchbox', file: 'file', password: 'password', date: 'date', time: 'time',
  'datetime-local': 'datetime-local', month: 'month', week: 'week', color: 'color',
};
const tagRoles = {
  BUTTON: 'button', SUMMARY: 'button', TEXTAREA: 'textbox', H1: 'heading', H2: 'heading', H3: 'heading', H4: 'heading', H5: 'heading', H6: 'heading',
  NAV: 'navigation', MAIN: 'main', ASIDE: 'complementary', ARTICLE: 'article', DIALOG: 'dialog', FIELDSET: 'group', DETAILS: 'group',
  UL: 'list', OL: 'list', MENU: 'list', LI: 'listitem', TABLE: 'table', TR: 'row', TD: 'cell', OUTPUT: 'status', PROGRESS: 'progressbar',
  METER: 'meter', FIGURE: 'figure', CANVAS: 'img', IFRAME: 'iframe', FRAME: 'iframe', DT: 'term', DD: 'definition', SEARCH: 'search',
  VIDEO: 'video', AUDIO: 'audio', LABEL: 'label', LEGEND: 'text', CAPTION: 'caption', FIGCAPTION: 'text',
};
const controls = new Set(['button', 'link', 'checkbox', 'radio', 'tab', 'menuitem', 'menuitemcheckbox', 'menuitemradio', 'option', 'switch', 'combobox', 'textbox',
  'searchbox', 'slider', 'spinbutton', 'treeitem', 'file', 'password', 'date', 'time', 'datetime-local', 'month', 'week', 'color', 'listbox', 'scrollbar']);
const fields = new Set(['checkbox', 'radio', 'switch', 'combobox', 'textbox', 'searchbox', 'slider', 'spinbutton', 'file', 'password', 'date', 'time',
  'datetime-local', 'month', 'week', 'color', 'listbox']);
// What stands inside these belongs to them; only controls and pictures within are nodes of their own.
const atomic = new Set(['button', 'link', 'checkbox', 'radio', 'tab', 'menuitem', 'menuitemcheckbox', 'menuitemradio', 'option', 'switch', 'heading', 'label', 'text', 'textbox', 'caption']);
const namedByContent = new Set(['button', 'link', 'checkbox', 'radio', 'tab', 'menuitem', 'menuitemcheckbox', 'menuitemradio', 'option', 'switch', 'heading',
  'treeitem', 'cell', 'gridcell', 'columnheader', 'rowheader', 'row', 'tooltip', 'clickable', 'caption']);
const typed = new Set(['textbox', 'searchbox', 'spinbutton', 'password', 'date', 'time', 'datetime-local', 'month', 'week']);

const plain = new Set(['DIV', 'SPAN', 'P', 'B', 'I', 'EM', 'STRONG', 'A', 'TBODY', 'THEAD']);

// roleOf is the explicit role, else that of the tag; '' for a plain container.
function roleOf(el, tag) {
  if (!el.hasAttributes() && plain.has(tag)) return '';
  const explicit = el.getAttribute('role');
  if (explicit) {
    const r = explicit.trim().split(/\s+/)[0].toLowerCase();
    if (r === 'presentation' || r === 'none') return '';
    if (r === 'image') return 'img';
    if (r) return r;
  }
  switch (tag) {
    case 'A': case 'AREA': return el.hasAttribute('href') ? 'link' : '';
    case 'INPUT': {
      const type = el.type;
      if (type === 'hidden') return '';
      return inputRoles[type] || (el.hasAttribute('list') ? 'combobox' : 'textbox');
    }
    case 'SELECT': return el.multiple || el.size > 1 ? 'listbox' : 'combobox';
    case 'IMG': return el.getAttribute('alt') === '' ? '' : 'img';
    case 'TH': return el.scope === 'row' || (el.scope !== 'col' && el.cellIndex === 0 && el.parentElement?.querySelector('td')) ? 'rowheader' : 'columnheader';
    case 'SECTION': return named(el) ? 'region' : '';
    case 'FORM': return 'form';
    case 'HEADER': return el.closest('article,aside,main,nav,section') ? '' : 'banner';
    case 'FOOTER': return el.closest('article,aside,main,nav,section') ? '' : 'contentinfo';
    case 'SVG': case 'svg': return el.hasAttribute('aria-label') || el.querySelector(':scope > title') ? 'img' : '';
    case 'FIELDSET': return 'group';
  }
  if (el.hasAttribute('contenteditable') && el.isContentEditable && !parentOf(el)?.isContentEditable) return 'textbox';
  return tagRoles[tag] || '';
}

function named(el) {
  return el.hasAttribute('aria-label') || el.hasAttribute('aria-labelledby') || el.hasAttribute('title');
}

// captionOf is the text of a label or reference without the controls that stand in it.
function captionOf(el) {
  if (el.childElementCount === 0 && !el.shadowRoot) return cut(el.textContent, 300);
  let s = '';
  for (const c of el.childNodes) {
    if (c.nodeType === 3) s += c.data;
    else if (c.nodeType === 1 && !/^(SELECT|TEXTAREA|INPUT|BUTTON|SCRIPT|STYLE|TEMPLATE)$/.test(c.tagName)) {
      s += /^(DIV|P|LI|BR|H\d|TD|TH)$/.test(c.tagName) ? ' ' + captionOf(c) + ' ' : (c.getAttribute('aria-label') || c.getAttribute('alt') || (/^\s/.test(c.textContent) ? ' ' : '') + captionOf(c) + (/\s$/.test(c.textContent) ? ' ' : ''));
    }
  }
  return cut(s, 300);
}

function referenced(el, attribute) {
  const ids = el.getAttribute(attribute);
  if (!ids) return '';
  const root = el.getRootNode();
  return cut(ids.trim().split(/\s+/).map(i => {
    const r = root.getElementById?.(i);
    return r ? r.getAttribute('aria-label') || (r.tagName === 'INPUT' ? r.value : captionOf(r)) : '';
  }).join(' '), 300);
}

// labelsOf is el.labels from one look at each tree: the property itself walks
// the whole document for every element (1.5 s on a page of 5,000 fields).
let labels = new Map();

function labelsOf(el) {
  const root = el.getRootNode();
  let of = labels.get(root);
  if (!of) {
    labels.set(root, of = new Map());
    for (const l of root.querySelectorAll('label')) {
      const c = l.control;
      if (c) of.has(c) ? of.get(c).push(l) : of.set(c, [l]);
    }
  }
  return of.get(el) || [];
}

// nameNode fills name, name_from, label, placeholder, title and alt of a node.
// content is the element's own caption, found while walking.
function nameNode(n, el, tag, role, content) {
  const field = tag === 'INPUT' || tag === 'SELECT' || tag === 'TEXTAREA';
  const some = el.hasAttributes();
  const title = el.getAttribute('title');
  if (title) n.title = cut(title, 300);
  if (field) {
    const p = el.getAttribute('placeholder') || el.getAttribute('aria-placeholder');
    if (p) n.placeholder = cut(p, 300);
  } else if (some && (el.hasAttribute('aria-placeholder') || el.hasAttribute('data-placeholder'))) {
    n.placeholder = cut(el.getAttribute('aria-placeholder') || el.getAttribute('data-placeholder'), 300);
  }
  const set = (name, from) => { if (name && !n.name) { n.name = name; n.name_from = from; } };

  if (some && el.hasAttribute('aria-labelledby')) {
    const s = referenced(el, 'aria-labelledby');
    if (s) { n.label = s; set(s, 'labelledby'); }
  }
  const aria = some ? el.getAttribute('aria-label') : null;
  if (aria && aria.trim()) { const s = cut(aria, 300); n.label ||= s; set(s, 'aria-label'); }
  if (field || tag === 'BUTTON' || tag === 'METER' || tag === 'PROGRESS' || tag === 'OUTPUT') {
    const s = cut(labelsOf(el).map(captionOf).join(' '), 300);
    if (s) { n.label ||= s; set(s, 'label'); }
  }
  switch (tag) {
    case 'INPUT':
      if (role === 'button') {
        if (el.type === 'image' && el.alt) { n.alt = cut(el.alt, 300); set(n.alt, 'alt'); }
        set(cut(el.value, 300) || { submit: 'Submit', reset: 'Reset' }[el.type] || '', 'value');
      }
      break;
    case 'IMG': case 'AREA':
      if (el.alt) { n.alt = cut(el.alt, 300); set(n.alt, 'alt'); }
      break;
    case 'FIELDSET': { const l = el.querySelector(':scope > legend'); if (l) { n.label ||= captionOf(l); set(captionOf(l), 'label'); } break; }
    case 'TABLE': if (el.caption) { n.label ||= captionOf(el.caption); set(captionOf(el.caption), 'label'); } break;
    case 'FIGURE': { const c = el.querySelector('figcaption'); if (c) set(captionOf(c), 'label'); break; }
    case 'DETAILS': { const s = el.querySelector(':scope > summary'); if (s) set(captionOf(s), 'label'); break; }
    case 'svg': { const t = el.querySelector(':scope > title'); if (t) set(cut(t.textContent, 300), 'text'); break; }
  }
  if (namedByContent.has(role)) set(content, 'text');
  if (n.title) set(n.title, 'title');
  if (n.placeholder) set(n.placeholder, 'placeholder');
}
