Object.defineProperty(window, '__verdict', {
  value: Object.freeze({ idOf, byId, quiet, collect, one, hit, throughFrame, frameView, reveal, scrollContainer, choose, setValue, selectText, fileInput, nearFileInput, zoom, leaves, stored, attribute, arm, disarm }),
});
