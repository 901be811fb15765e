// Icons: what is drawn in a control without words, as a hash that stays when class names, colours and sizes change.
const shapes = 'path,use,circle,rect,line,polygon,polyline,ellipse,image';
const drawn = ['d', 'href', 'points', 'cx', 'cy', 'r', 'rx', 'ry', 'x', 'y', 'x1', 'y1', 'x2', 'y2', 'width', 'height', 'transform'];

function iconOf(el) {
  const parts = [];
  for (const c of [el, ...Array.prototype.slice.call(el.getElementsByTagName('*'), 0, 12)]) {
    if (c.tagName === 'IMG') parts.push('img', address(c.getAttribute('src') || ''));
    else if (c.tagName === 'svg') for (const s of c.querySelectorAll(shapes)) {
      parts.push(s.tagName);
      for (const a of drawn) if (s.hasAttribute(a)) parts.push(a, s.getAttribute(a).trim());
      if (s.tagName === 'use') parts.push(address(s.getAttribute('href') || s.getAttribute('xlink:href') || ''));
    } else if (!(c instanceof SVGElement)) {
      const cs = getComputedStyle(c);
      for (const v of [cs.backgroundImage, cs.maskImage || cs.webkitMaskImage]) if (v && v.includes('url(')) parts.push(v);
      for (const side of ['::before', '::after']) {
        const content = getComputedStyle(c, side).content;
        if (content && content !== 'none' && content !== 'normal' && content !== '""') parts.push(content);
      }
    }
  }
  return parts.length ? hashed(parts.join('|')) : '';
}

// address drops what changes with each build: the query.
const address = s => s.startsWith('data:') ? s : s.replace(/\?.*?(?=#|$)/, '');

function hashed(s) {
  let h = 0x811c9dc5;
  for (let i = 0; i < s.length; i++) h = Math.imul(h ^ s.charCodeAt(i), 0x01000193);
  return (h >>> 0).toString(36);
}
