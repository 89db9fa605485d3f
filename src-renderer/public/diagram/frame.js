// Runs inside the hidden frame that draws diagrams (src-renderer/conversation/diagrams.ts): text in,
// SVG out. It has no rights, and its page's content security policy allows no connection.
const { mermaid } = globalThis;

async function draw({ id, source, dark }) {
  try {
    mermaid.initialize({
      startOnLoad: false,
      securityLevel: 'strict',
      theme: dark ? 'dark' : 'neutral',
      fontFamily: 'system-ui, sans-serif',
      // Texts as SVG: HTML inside a picture is drawn differently by each browser.
      htmlLabels: false,
      flowchart: { htmlLabels: false, useMaxWidth: false },
      suppressErrorRendering: true,
      maxTextSize: 50_000,
      maxEdges: 500,
    });
    const { svg } = await mermaid.render(`d${id}`, source, document.getElementById('place'));
    parent.postMessage({ id, svg }, '*');
  } catch (error) {
    parent.postMessage({ id, error: String(error?.message ?? error).slice(0, 500) }, '*');
  }
}

// One after the other: they share one place.
let last = Promise.resolve();
addEventListener('message', (event) => {
  if (event.source !== parent) return;
  last = last.then(() => draw(event.data));
});
parent.postMessage({ id: 0 }, '*');
