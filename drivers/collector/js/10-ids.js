// Identity: every element that was ever reported has a number of its own for as
// long as it lives. The token tells this document from the one that stood in the
// same frame before, so that an old number never names a new element.
const token = Math.floor(performance.timeOrigin * 1000 % 2176782336).toString(36) + Math.floor(Math.random() * 1296).toString(36);
const numbers = new WeakMap();
const elements = new Map();
let lastNumber = 0;

function numberOf(el) {
  let n = numbers.get(el);
  if (n === undefined) {
    n = ++lastNumber;
    numbers.set(el, n);
    elements.set(n, new WeakRef(el));
    if (n % 20000 === 0) for (const [k, ref] of elements) if (!ref.deref()) elements.delete(k);
  }
  return n;
}

function idOf(el) {
  return token + '-' + numberOf(el);
}

// byId finds the element again; null when it is gone from the document.
function byId(id) {
  const cut = id.lastIndexOf('-');
  if (id.slice(0, cut) !== token) return null;
  const el = elements.get(+id.slice(cut + 1))?.deref();
  return el && el.isConnected ? el : null;
}

// json survives pages that add toJSON to the built-in prototypes (old Prototype.js).
const stringify = JSON.stringify;
function json(value) {
  const saved = [];
  for (const proto of [Array.prototype, Object.prototype, String.prototype, Number.prototype]) {
    if (Object.prototype.hasOwnProperty.call(proto, 'toJSON')) {
      saved.push([proto, Object.getOwnPropertyDescriptor(proto, 'toJSON')]);
      delete proto.toJSON;
    }
  }
  try {
    return stringify(value);
  } finally {
    for (const [proto, d] of saved) Object.defineProperty(proto, 'toJSON', d);
  }
}

// cut folds white space and shortens on a character boundary.
const untidy = /[\t-\r\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff]| {2}|^ | $/;

function cut(s, max) {
  if (!s) return '';
  if (untidy.test(s)) s = s.replace(/\s+/g, ' ').trim();
  if (s.length <= max) return s;
  const code = s.charCodeAt(max - 1);
  return s.slice(0, code >= 0xd800 && code <= 0xdbff ? max - 1 : max);
}

// parentOf goes up the composed tree: out of slots and shadow roots.
function parentOf(n) {
  return n.assignedSlot || n.parentElement || (n.getRootNode() instanceof ShadowRoot ? n.getRootNode().host : null);
}

function contains(ancestor, n) {
  for (; n; n = parentOf(n)) if (n === ancestor) return true;
  return false;
}
