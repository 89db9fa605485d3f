// Runs inside the hidden frame that draws diagrams (src-renderer/conversation/diagrams.ts): text in,
// SVG out. It has no rights, and its page's content security policy allows no connection.
const { mermaid } = globalThis;

// Calm, as what is around them: the colours of src-renderer/design/tokens.css, which do not reach here.
const light = {
  background: '#f7f6f3',
  primaryColor: '#ecedfb',
  primaryBorderColor: '#9a9cd8',
  primaryTextColor: '#23242c',
  secondaryColor: '#e9f3ee',
  tertiaryColor: '#f1efe9',
  lineColor: '#6d6f7a',
  textColor: '#23242c',
  edgeLabelBackground: '#f7f6f3',
  noteBkgColor: '#fbf1dc',
  noteBorderColor: '#d8b774',
  noteTextColor: '#23242c',
};
const night = {
  darkMode: true,
  background: '#121317',
  primaryColor: '#2a2b42',
  primaryBorderColor: '#7b7dbd',
  primaryTextColor: '#ecedf1',
  secondaryColor: '#22332c',
  tertiaryColor: '#25262c',
  lineColor: '#9fa1ad',
  textColor: '#ecedf1',
  edgeLabelBackground: '#121317',
  noteBkgColor: '#3a3220',
  noteBorderColor: '#8a7440',
  noteTextColor: '#ecedf1',
};

async function draw({ id, source, dark }) {
  try {
    mermaid.initialize({
      startOnLoad: false,
      securityLevel: 'strict',
      theme: 'base',
      look: 'classic',
      themeVariables: dark ? night : light,
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
