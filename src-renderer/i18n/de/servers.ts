import type { servers as english } from '../en/servers.ts';
import type { Words } from '../words.ts';

export const servers: Words<typeof english> = {
  'settings.servers': 'Server',
  'servers.intro':
    'MCP-Server: fremde Programme und Webdienste, deren Werkzeuge es benutzen darf. Füge ein, was auf der Seite eines Servers steht; nichts startet, bevor du es gesehen hast.',
  'servers.none': 'Es gibt noch keinen Server.',
  'servers.paste': 'Server hinzufügen',
  'servers.pasteLabel': 'JSON, eine URL oder eine Befehlszeile',
  'servers.look': 'Ansehen',
  'servers.addAndStart': 'Hinzufügen und starten',
  'servers.whyEmpty': 'Füge ihn erst oben ein.',
  'servers.whyMissing': 'Es fehlt noch: {list}',
  'servers.replaces': 'Ersetzt den, der so heißt.',
  'servers.runs':
    'Dieses Programm liefe in der Sandbox, mit Netz und deinen Dateien, ohne deine Schlüssel:',
  'servers.runsUnconfined':
    'Dieses Programm liefe außerhalb der Sandbox, mit allen deinen Rechten:',
  'servers.unconfined':
    'Es läuft außerhalb der Sandbox, mit allen deinen Rechten: Es könnte auch deine Schlüssel lesen.',
  'servers.asks': 'Womit seine Werkzeuge aufgerufen werden, ginge an:',
  'servers.askStart': 'Den Server „{name}“ starten?',
  'servers.askTools': 'Der Server „{name}“ hat seine Werkzeuge geändert',
  'servers.askToolsWhy':
    'Was ein Server über seine Werkzeuge sagt, lesen Modelle mit. Bis du es annimmst, fragt jeder Aufruf.',
  'servers.confined':
    'Es läuft in der Sandbox: mit Netz und deinen Dateien, ohne deine Schlüssel und ohne das, was Connectome gehört.',
  'servers.sends': 'Womit seine Werkzeuge aufgerufen werden, geht dorthin.',
  'servers.was': 'Bisher: {text}',
  'servers.secretKept': '{label} kommt in den Schlüsselspeicher.',
  'servers.secretMissing': '{label}, für {name}',
  'servers.state.off': 'aus',
  'servers.state.asks': 'wartet auf dich',
  'servers.state.starting': 'startet',
  'servers.state.ready': 'bereit',
  'servers.state.waiting': 'versucht es wieder',
  'servers.state.failed': 'geht nicht',
  'servers.state.sign_in': 'anmelden',
  'servers.next.asks':
    'Noch ist nichts davon gelaufen. Sieh dir an, was oben steht; wenn du ihm traust, lass ihn starten.',
  'servers.next.waiting':
    'Es wird von selbst wieder versucht; „Testen“ versucht es sofort. Unten steht, was er zuletzt gesagt hat.',
  'servers.next.failed':
    'Er wird in Ruhe gelassen, bis eines seiner Werkzeuge aufgerufen wird oder du ihn testest. Unten steht, was er zuletzt gesagt hat.',
  'servers.next.sign_in': 'Er will wissen, wer du bist. „Anmelden“ öffnet seine Seite im Browser.',
  'servers.kind.stdio': 'Programm',
  'servers.kind.http': 'Webdienst',
  'servers.enabled': '{name} eingeschaltet',
  'servers.start': 'Starten lassen',
  'servers.test': 'Testen',
  'servers.testing': 'Wird getestet …',
  'servers.tested': '{name} antwortet.',
  'servers.signIn': 'Anmelden',
  'servers.signInAt': 'Die Seite zum Anmelden ist im Browser offen. Falls nicht: {url}',
  'servers.remove': 'Entfernen',
  'servers.removeSure': 'Mit seinen Schlüsseln entfernen',
  'servers.tools': 'Werkzeuge ({count})',
  'servers.toolsSomeOff': 'Werkzeuge ({count}, davon {off} ausgeschaltet)',
  'servers.prompts': 'Vorlagen ({count})',
  'servers.usePrompt': 'In ein neues Gespräch übernehmen',
  'servers.toolEnabled': '{name} darf aufgerufen werden',
  'servers.changed': 'Jetzt sagt er: {text}',
  'servers.new': 'Neu. Er sagt: {text}',
  'servers.accept': 'Änderungen annehmen',
  'servers.sampling': 'Er darf dein Modell fragen; du wirst jedes Mal gefragt',
  'servers.logs': 'Was er zuletzt gesagt hat',
  'servers.logsNone': 'Nichts.',
};
