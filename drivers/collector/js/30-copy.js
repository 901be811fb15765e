// Copy hook: what this page copies is told to the driver, as the real clipboard
// belongs to the whole browser process and so to every run in it.
function copied(text) {
  try { if (typeof text === 'string' && text !== '') window.__verdictCopied?.(text); } catch { /* never disturb the page */ }
}

function selectedText() {
  let a = document.activeElement;
  while (a?.shadowRoot?.activeElement) a = a.shadowRoot.activeElement;
  if (a && typeof a.selectionStart === 'number' && a.type !== 'password') {
    const s = a.value.slice(a.selectionStart, a.selectionEnd);
    if (s) return s;
  }
  return String(getSelection() || '');
}

// On window and in the bubble phase: the page's own handlers have run and may have set the data.
for (const kind of ['copy', 'cut']) {
  window.addEventListener(kind, e => {
    if (!e.isTrusted) return;
    const own = e.defaultPrevented ? e.clipboardData?.getData('text/plain') : '';
    copied(own || (e.defaultPrevented ? '' : selectedText()));
  });
}

if (navigator.clipboard) {
  const { writeText, write } = navigator.clipboard;
  if (writeText) {
    navigator.clipboard.writeText = function (text) {
      copied(String(text));
      return writeText.call(navigator.clipboard, text);
    };
  }
  if (write) {
    navigator.clipboard.write = function (items) {
      for (const item of items || []) {
        if (item.types?.includes('text/plain')) item.getType('text/plain').then(b => b.text()).then(copied, () => {});
      }
      return write.call(navigator.clipboard, items);
    };
  }
}
