// Fence: a new tab asks for its first document before the driver can reach the
// tab, so links and window.open that would leave the allowed origins are
// stopped here, in the page they start from.
const allowed = null; /* filled in by the driver: the entries of platform.Origins */

// leaves repeats Origins.Covers of platform/origins.go for what the browser's URL makes of an address.
function leaves(address, list = allowed) {
  if (!list) return false;
  let u;
  try { u = new URL(address, document.baseURI); } catch { return false; }
  if (u.protocol !== 'http:' && u.protocol !== 'https:') return false;
  const host = u.hostname.replace(/^\[|\]$|\.$/g, ''), port = u.port || (u.protocol === 'https:' ? '443' : '80');
  const number = /^[\d.]+$/.test(host);
  if (list.some(a => (!a.scheme || a.scheme + ':' === u.protocol) && (!a.port || a.port === port)
    && (a.host === host || a.below && !number && host.endsWith('.' + a.host)))) return false;
  try { window.__verdictRefused?.(u.href); } catch { /* it is stopped all the same */ }
  return true;
}

if (allowed) {
  const openWindow = window.open;
  window.open = function (address, ...rest) {
    return address && leaves(address) ? null : openWindow.call(window, address, ...rest);
  };
  // The last to hear of a click: what the page prevented opens nothing.
  window.addEventListener('click', e => {
    const a = e.composedPath().find(n => (n.tagName === 'A' || n.tagName === 'AREA') && n.href);
    if (!a || e.defaultPrevented) return;
    const away = (a.target && !/^_(self|top|parent)$/i.test(a.target)) || e.ctrlKey || e.metaKey || e.shiftKey;
    if (away && leaves(a.href)) e.preventDefault();
  });
}
