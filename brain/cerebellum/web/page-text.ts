/** A page's HTML as markdown. Slow on hostile input, so it runs in a thread that can be ended. */
import { Readability } from '@mozilla/readability';
import { parseHTML } from 'linkedom';
import TurndownService from 'turndown';

export interface PageText {
  readonly title: string;
  readonly markdown: string;
}

/** What is never part of what a page says. */
const NOISE =
  'title,script,style,noscript,template,iframe,object,embed,svg,canvas,form,dialog,nav,[hidden],[aria-hidden="true"]';
/** The article must hold this part of the page's words, or the whole page is taken. */
const ENOUGH = 0.4;

export function pageText(html: string, url: string): PageText {
  const { document } = parseHTML(withBody(html));
  const title = document.querySelector('title')?.textContent?.trim() ?? '';
  for (const element of document.querySelectorAll(NOISE)) element.remove();
  makeAbsolute(document, url);
  const body = document.body;
  const words = body?.textContent?.length ?? 0;
  const whole = body?.innerHTML ?? '';
  // It works on the document itself, so that what it leaves is of no further use.
  const article = new Readability(document).parse();
  const isArticle = (article?.textContent?.length ?? 0) >= words * ENOUGH;
  const chosen = isArticle && article?.content ? article.content : whole;
  return { title: article?.title?.trim() || title, markdown: markdownOf(chosen) };
}

/** Pages may leave out what frames them; the parser does not add it. */
function withBody(html: string): string {
  if (/<html[\s>]/i.test(html) && /<body[\s>]/i.test(html)) return html;
  const inner = html.replace(/<!doctype[^>]*>|<\/?(?:html|head|body)\b[^>]*>/gi, '');
  return `<!doctype html><html><body>${inner}</body></html>`;
}

/** Links are of use only with their whole address; those that would run something lose theirs. */
function makeAbsolute(document: ReturnType<typeof parseHTML>['document'], url: string): void {
  const stated = document.querySelector('base[href]')?.getAttribute('href') ?? '';
  const base = URL.canParse(stated, url) ? new URL(stated, url).href : url;
  for (const [selector, name] of [
    ['a[href]', 'href'],
    ['img[src]', 'src'],
  ] as const) {
    for (const element of document.querySelectorAll(selector)) {
      const value = element.getAttribute(name) ?? '';
      const target = URL.canParse(value, base) ? new URL(value, base) : undefined;
      if (target !== undefined && /^(?:https?|mailto):$/.test(target.protocol)) {
        element.setAttribute(name, target.href);
      } else element.removeAttribute(name);
    }
  }
}

function markdownOf(html: string): string {
  const service = new TurndownService({
    headingStyle: 'atx',
    codeBlockStyle: 'fenced',
    bulletListMarker: '-',
  });
  service.addRule('row', {
    filter: 'tr',
    replacement: (content, node) => {
      const cells = [...node.childNodes].filter(({ nodeName }) => /^T[HD]$/.test(nodeName)).length;
      // The first row of a table is its head, whether the page calls it so or not.
      const table = node instanceof Object && 'closest' in node ? node.closest('table') : null;
      const isFirst = table?.querySelector('tr') === node;
      return `\n|${content}${isFirst ? `\n|${' --- |'.repeat(cells)}` : ''}`;
    },
  });
  service.addRule('cell', {
    filter: ['th', 'td'],
    replacement: (content) => ` ${content.trim().replace(/\s+/g, ' ').replaceAll('|', '\\|')} |`,
  });
  service.addRule('table', {
    filter: ['table', 'thead', 'tbody', 'tfoot'],
    replacement: (content, node) =>
      node.nodeName === 'TABLE' ? `\n\n${content.trim()}\n\n` : content,
  });
  // A picture says nothing here but what stands beside it.
  service.addRule('image', {
    filter: 'img',
    replacement: (_content, node) => {
      const alt = 'getAttribute' in node ? (node.getAttribute('alt') ?? '').trim() : '';
      return alt === '' ? '' : `[image: ${alt}]`;
    },
  });
  return service
    .turndown(html)
    .replace(/[ \t]+$/gm, '')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
}
