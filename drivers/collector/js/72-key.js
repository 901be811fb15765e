// The keyboard's way to a control that the pointer cannot reach.

// strip says that what lies over el at h is a bar a person can see and work around: it stays in place while the page
// scrolls, is no dialog and leaves at least half of the viewport free. Anything else that covers a control is the page's fault, or meant to block.
function strip(el, h) {
  let bar = null;
  for (let p = h; p && !contains(p, el); p = parentOf(p)) {
    if (/dialog/.test(roleOf(p, p.tagName)) || p.getAttribute('aria-modal') === 'true') return false;
    if (/^(fixed|sticky)$/.test(getComputedStyle(p).position)) bar = p;
  }
  if (!bar || !bar.checkVisibility({ opacityProperty: true, visibilityProperty: true })) return false;
  if (!bar.innerText.trim() && !bar.querySelector('img,svg,video,canvas,iframe')) return false;
  const r = bar.getBoundingClientRect();
  const w = Math.min(r.right, innerWidth) - Math.max(r.left, 0), tall = Math.min(r.bottom, innerHeight) - Math.max(r.top, 0);
  return w * tall <= innerWidth * innerHeight / 2;
}

const roving = /^(tab|radio|option|treeitem|menuitem|menuitemradio|menuitemcheckbox)$/;

// unfit says why someone with a keyboard could not use the element, '' when they could.
function unfit(el) {
  if (window !== window.top) return 'it is in a frame';
  if (el.matches(':disabled') || el.getAttribute('aria-disabled') === 'true') return 'it is disabled';
  if (!el.checkVisibility({ visibilityProperty: true })) return 'it is not visible';
  for (let p = el; p; p = parentOf(p)) {
    if (p.inert || p.getAttribute('aria-hidden') === 'true') return 'it is hidden from people who use a keyboard';
  }
  if (el.tabIndex < 0 && !roving.test(roleOf(el, el.tagName))) return 'the keyboard does not reach it';
  for (const m of document.querySelectorAll('dialog:modal,[aria-modal="true"]')) {
    if (m.checkVisibility({ visibilityProperty: true }) && !contains(m, el)) return 'a modal dialog is open';
  }
  return '';
}

let armed = null;

// arm gives the element the focus and watches where the next keys go: one for another element is stopped before the page sees it.
async function arm(id, mark) {
  const el = byId(id);
  if (!el) return null;
  const why = unfit(el);
  if (why) return json({ error: why });
  el.focus();
  // A page that passes the focus on does so at once or in a timer of no length, which is due before one set after it.
  await new Promise(settled => setTimeout(settled));
  let at = document.activeElement;
  while (at?.shadowRoot?.activeElement) at = at.shadowRoot.activeElement;
  if (at !== el) return json({ error: 'it does not take the focus' });
  const keys = ['keydown', 'keypress', 'keyup'];
  const a = { keyed: false, clicked: false, astray: false };
  const key = e => {
    if (!e.isTrusted) return;
    if (e.composedPath()[0] === el) { a.keyed = true; return; }
    if (a.keyed && e.type !== 'keydown') return; // the page moved the focus because of the key
    a.astray = true;
    e.preventDefault();
    e.stopImmediatePropagation();
  };
  const click = e => {
    if (!e.isTrusted || e.composedPath()[0] !== el) return;
    a.clicked = true;
    try { window.__verdictDid?.(mark); } catch { /* then only the answer tells */ }
  };
  for (const k of keys) addEventListener(k, key, true);
  addEventListener('click', click, true);
  a.stop = () => {
    for (const k of keys) removeEventListener(k, key, true);
    removeEventListener('click', click, true);
  };
  armed?.stop();
  armed = a;
  return json({});
}

// disarm says what became of the key.
function disarm() {
  if (!armed) return null;
  const a = armed;
  armed = null;
  a.stop();
  if (a.clicked) return json({});
  return json({ error: a.astray || !a.keyed ? 'the focus left it before the key was pressed' : 'the key did nothing to it' });
}
