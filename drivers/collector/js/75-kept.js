// stored is an item of web storage; a document that may have none says so by an error.
function stored(session, key) {
  return json({ value: (session ? window.sessionStorage : window.localStorage).getItem(key) });
}

// attribute is an attribute of an element as the document has it.
function attribute(id, name) {
  const el = byId(id);
  return el ? json({ value: el.getAttribute(name) }) : null;
}
