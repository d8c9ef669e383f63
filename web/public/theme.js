// Before the first paint: the theme that was chosen.
(function () {
  var kept = {};
  try {
    kept = JSON.parse(localStorage.getItem('heliodor') || '{}');
  } catch {
    kept = {}; // Storage is switched off, or holds something else.
  }
  var ask = function (query) {
    return matchMedia(query).matches;
  };
  var more = ask('(prefers-contrast: more)') ? 'contrast' : null;
  var system = more || (ask('(prefers-color-scheme: light)') ? 'noon' : 'night');
  document.documentElement.dataset.theme = kept.theme === 'system' ? system : kept.theme || more || 'night';
})();
