// Attributes, states and values of one element.
function attributes(n, el) {
  if (el.hasAttributes()) {
    const test = testID(el);
    if (test) n.test_id = test;
    const id = el.getAttribute('id');
    if (id) n.html_id = id;
    const name = el.getAttribute('name');
    if (name) n.html_name = name;
    const cls = el.getAttribute('class');
    if (cls) n.class = cut(cls, 300);
  }
  if (el.tagName === 'INPUT') n.type = el.type;
  else if (el.tagName === 'BUTTON') n.type = el.type;
  if (n.role === 'link' || el.tagName === 'A' || el.tagName === 'AREA') {
    const href = el.href;
    if (href) n.href = cut(String(href.baseVal ?? href), 2000);
  }
  if (n.role === 'heading') n.level = +(el.getAttribute('aria-level') || /^H(\d)$/.exec(el.tagName)?.[1] || 2);
  if (n.role === 'cell' || n.role === 'gridcell' || n.role === 'columnheader' || n.role === 'rowheader') n.column = columnOf(el);
}

function columnOf(el) {
  const aria = +el.getAttribute('aria-colindex');
  if (aria) return aria;
  let col = 1;
  for (let p = el.previousElementSibling; p; p = p.previousElementSibling) col += p.colSpan || 1;
  return col;
}

function states(n, el, tag, role, focused, off) {
  const s = {};
  const some = el.hasAttributes();
  const aria = a => some ? el.getAttribute('aria-' + a) : null;
  const field = tag === 'INPUT' || tag === 'SELECT' || tag === 'TEXTAREA';
  if (field || tag === 'BUTTON' || tag === 'FIELDSET' ? el.matches(':disabled') : false) s.disabled = true;
  else if (off) s.disabled = true;
  if (el === focused) s.focused = true;
  const checked = aria('checked');
  if (role === 'checkbox' || role === 'radio' || role === 'switch' || role === 'menuitemcheckbox' || role === 'menuitemradio' || checked !== null) {
    s.checkable = true;
    const native = tag === 'INPUT' && (el.type === 'checkbox' || el.type === 'radio');
    if (native ? el.checked : checked === 'true') s.checked = true;
    if (native ? el.indeterminate : checked === 'mixed') s.mixed = true;
  }
  const selected = aria('selected'), current = aria('current');
  if (selected !== null || role === 'option' || role === 'tab' || current !== null) {
    s.selectable = true;
    if (selected === 'true' || (current !== null && current !== 'false' && current !== '')) s.selected = true;
  }
  const expanded = aria('expanded');
  if (expanded !== null) { s.expandable = true; if (expanded === 'true') s.expanded = true; }
  const details = tag === 'DETAILS' ? el : tag === 'SUMMARY' ? el.parentElement : null;
  if (details && details.tagName === 'DETAILS') { s.expandable = true; if (details.open) s.expanded = true; }
  const pressed = aria('pressed');
  if (pressed !== null) { s.pressable = true; if (pressed === 'true') s.pressed = true; if (pressed === 'mixed') s.mixed = true; }
  if (field ? el.required : false || aria('required') === 'true') s.required = true;
  if (field && el.readOnly || aria('readonly') === 'true') s.readonly = true;
  const invalid = aria('invalid');
  if (invalid !== null && invalid !== 'false' || field && el.matches(':user-invalid')) s.invalid = true;
  if (aria('busy') === 'true') s.busy = true;
  if (el.multiple || aria('multiselectable') === 'true') s.multiple = true;
  if (aria('modal') === 'true' || tag === 'DIALOG' && el.matches(':modal')) s.modal = true;
  for (const any in s) { n.state = s; break; }
  if (typed.has(role) && !s.disabled && !s.readonly || role === 'combobox' && tag === 'INPUT' && !s.disabled && !s.readonly) n.editable = true;
  if (el.isContentEditable && (role === 'textbox' || role === 'combobox' || role === 'searchbox') && !s.disabled && !s.readonly) n.editable = true;
  if (n.editable && tag !== 'INPUT' && tag !== 'TEXTAREA' && !el.isContentEditable) n.editable = undefined;
}

function values(n, el, tag, role) {
  if (tag === 'SELECT') {
    n.options = [];
    const chosen = [];
    for (const o of el.options) {
      if (n.options.length < 500) n.options.push({ text: cut(o.label || o.text, 300), value: cut(o.value, 300), selected: o.selected || undefined, disabled: o.disabled || o.parentElement.disabled || undefined });
      if (o.selected) chosen.push(cut(o.label || o.text, 300));
    }
    n.value = cut(chosen.join(', '), 2000);
  } else if (tag === 'INPUT') {
    if (role === 'file') n.value = [...el.files].map(f => f.name).join(', ');
    else if (role !== 'password' && role !== 'button' && !/^(checkbox|radio)$/.test(el.type)) n.value = cut(el.value, 2000);
  } else if (tag === 'TEXTAREA') n.value = cut(el.value, 2000);
  else if (tag === 'PROGRESS' || tag === 'METER') n.value = el.position === -1 ? '' : String(el.value);
  else if (role === 'textbox' || role === 'searchbox') n.value = n.text;
  else if (role === 'listbox') {
    n.options = [...el.querySelectorAll('[role=option]')].slice(0, 500).map(o => ({ text: cut(o.textContent, 300), selected: o.getAttribute('aria-selected') === 'true' || undefined,
      disabled: o.getAttribute('aria-disabled') === 'true' || undefined }));
    n.value = n.options.filter(o => o.selected).map(o => o.text).join(', ');
  } else if (role === 'slider' || role === 'spinbutton' || role === 'progressbar' || role === 'meter' || role === 'scrollbar') n.value = el.getAttribute('aria-valuetext') || el.getAttribute('aria-valuenow') || '';
  else if (role === 'combobox') {
    const input = el.querySelector('input');
    n.value = input ? cut(input.value, 2000) : n.text;
  }
  if (!n.value) n.value = undefined;
}

// labelByPlace gives a field without a label of its own the text that stands
// left of it, else above it; a check box or radio that on its right first.
function labelByPlace(c) {
  if (!c.unlabelled.length) return;
  const range = document.createRange();
  const places = [];
  for (const [node, el] of c.texts) {
    range.selectNodeContents(node);
    const r = range.getBoundingClientRect();
    if (r.width > 0) places.push({ r, node, el });
  }
  for (const [n, el] of c.unlabelled) {
    const b = el.getBoundingClientRect();
    const toggle = n.role === 'checkbox' || n.role === 'radio' || n.role === 'switch';
    let best = null, least = Infinity;
    for (const p of places) {
      const r = p.r;
      if (contains(el, p.el)) continue;
      const sameLine = r.top < b.bottom - 2 && r.bottom > b.top + 2;
      const sameColumn = r.left < b.right && r.right > b.left - 4;
      let d = Infinity;
      if (sameLine && r.right <= b.left + 3) d = b.left - r.right + (toggle ? 60 : 0);
      else if (sameLine && toggle && r.left >= b.right - 3) d = r.left - b.right;
      else if (!toggle && sameColumn && r.bottom <= b.top + 4) d = b.top - r.bottom + Math.abs(b.left - r.left) / 4 + 12;
      if (d < least && d < (sameLine ? 320 : 72)) { least = d; best = p; }
    }
    if (best) n.visual_label = cut(best.node.data, 300);
  }
}
