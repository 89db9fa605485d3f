/** What the bench does inside the page; put into every page before its own scripts. */
globalThis.bench = {
  /** Milliseconds from a click on the link until the other conversation stands on the screen. */
  switchTo(link, title) {
    return new Promise((resolve) => {
      const newest = `section[aria-label="${title}"] article footer`;
      if (document.querySelector(newest) !== null) {
        resolve(0);
        return;
      }
      const start = performance.now();
      const look = () => {
        if (document.querySelector(newest) === null) requestAnimationFrame(look);
        // Painted when the next frame begins.
        else requestAnimationFrame(() => resolve(performance.now() - start));
      };
      link.click();
      look();
    });
  },

  /** Two frames of doing nothing: what a switch takes at least on this machine. */
  twoFrames() {
    const start = performance.now();
    return new Promise((resolve) => {
      requestAnimationFrame(() => requestAnimationFrame(() => resolve(performance.now() - start)));
    });
  },

  watch() {
    const seen = { intervals: [], longTasks: [], stop: false };
    globalThis.benchSeen = seen;
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) seen.longTasks.push(entry.duration);
    }).observe({ type: 'longtask', buffered: false });
    let last = performance.now();
    const tick = (now) => {
      seen.intervals.push(now - last);
      last = now;
      if (!seen.stop) requestAnimationFrame(tick);
    };
    requestAnimationFrame(tick);
  },

  watched() {
    const { benchSeen } = globalThis;
    benchSeen.stop = true;
    return { intervals: benchSeen.intervals.slice(1), longTasks: benchSeen.longTasks };
  },

  /** How the turns move in the list while its owner scrolls: looked at once per frame. */
  watchPlaces() {
    const list = document.querySelector('section:has([data-turn])');
    const seen = { frames: 0, steps: [], empty: 0, stop: false };
    globalThis.benchPlaces = seen;
    /** Edges of turns that were on the screen in the frame before, with their places. */
    let before = new Map();
    const look = () => {
      const box = list.getBoundingClientRect();
      const now = new Map();
      let covered = 0;
      for (const turn of list.querySelectorAll('[data-turn]')) {
        const { top, bottom } = turn.getBoundingClientRect();
        covered += Math.max(0, Math.min(bottom, box.bottom) - Math.max(top, box.top));
        for (const [edge, at] of Object.entries({ top, bottom })) {
          if (at > box.top && at < box.bottom) now.set(turn.dataset.turn + edge, at);
        }
      }
      seen.frames += 1;
      if (covered < box.height - 60) seen.empty += 1;
      const steps = [...now]
        .filter(([edge]) => before.has(edge))
        .map(([edge, at]) => at - before.get(edge));
      seen.steps.push(steps);
      before = now;
      if (!seen.stop) requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  },

  watchedPlaces() {
    const { benchPlaces } = globalThis;
    benchPlaces.stop = true;
    return benchPlaces;
  },

  /** The same text into a plain element, at the same rate. */
  writeInto(words, perTick) {
    const pre = document.querySelector('pre');
    const box = document.querySelector('div');
    return new Promise((resolve) => {
      let at = 0;
      const timer = setInterval(() => {
        pre.append(words.slice(at, at + perTick));
        box.scrollTop = box.scrollHeight;
        at += perTick;
        if (at < words.length) return;
        clearInterval(timer);
        resolve();
      }, 10);
    });
  },

  /** When it was painted first, and when its composer could be written in. */
  startTimes() {
    return new Promise((resolve) => {
      const look = () => {
        const [paint] = performance.getEntriesByName('first-contentful-paint');
        const [interactive] = performance.getEntriesByName('interactive');
        if (paint === undefined || interactive === undefined) requestAnimationFrame(look);
        else resolve({ paint: paint.startTime, interactive: interactive.startTime });
      };
      look();
    });
  },
};

addEventListener('focusin', () => {
  if (document.activeElement?.tagName === 'TEXTAREA') performance.mark('interactive');
});
