import type { usage as en } from '../en/usage.ts';
import type { Words } from '../words.ts';

export const usage: Words<typeof en> = {
  'usage.detail': 'Tokens und Kosten der letzten 30 Tage',
  'usage.today': 'Heute ausgegeben',
  'usage.noLimit': 'Es gibt keine Grenze für einen Tag.',
  'usage.ofLimit': '{percent} der Grenze von {limit}.',
  'usage.allowed': 'Für heute hast du mehr erlaubt.',
  'usage.setLimit': 'Grenze setzen',
  'usage.changeLimit': 'Grenze ändern',
  'usage.none': 'Noch nichts verbraucht',
  'usage.noneText':
    'Hier wird jeder Modellaufruf gezählt: was er gelesen hat, wie viel davon aus dem Cache kam, was er geschrieben hat und was er gekostet hat.',
  'usage.model': 'Modell',
  'usage.calls': 'Aufrufe',
  'usage.input': 'Gelesen',
  'usage.cached': 'Aus dem Cache',
  'usage.output': 'Geschrieben',
  'usage.cost': 'Kosten',
  'usage.unknown': 'unbekannt',
  'usage.unknownCost': 'Kosten unbekannt',
  'usage.unknownCalls.one': 'Kosten von {count} Aufruf unbekannt',
  'usage.unknownCalls.other': 'Kosten von {count} Aufrufen unbekannt',
  'usage.conversation': 'Dieses Gespräch:',
};
