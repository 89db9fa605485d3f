import type { providersSentences as en } from '../../../../protocol/sentences/providers.ts';
import type { Words } from '../../words.ts';

export const providers: Words<typeof en> = {
  'provider.silent': '{provider} ist mitten in der Antwort {seconds} s lang verstummt.',
  'provider.nothingSaid':
    '{provider} hat die Anfrage angenommen, aber {seconds} s lang nichts gesagt.',
  'provider.noAnswer': '{provider} hat innerhalb von {seconds} s nicht geantwortet.',
  'provider.brokeOff': 'Die Verbindung zu {provider} ist abgerissen.',
  'provider.itSaid': 'Er sagte: {words}',
  'provider.tooLong': 'Die Anfrage ist länger, als {model} aufnehmen kann.',
  'provider.refusesFields': '{provider} nimmt {fields} mit dem Modell {model} nicht an ({status}).',
  'provider.webPage':
    '{provider} hat mit einer Webseite geantwortet: Prüfe providers.{provider}.baseUrl in config.json ({place}; die meisten enden auf /v1).',
  'provider.keyRefused':
    '{provider} hat den Schlüssel abgelehnt (401). Ein gültiger gehört in {where}.',
  'provider.noQuota': '{provider} hat kein Kontingent mehr: Prüfe dort Tarif und Abrechnung.',
  'provider.tooMany': '{provider} bekommt zu viele Anfragen (429).',
  'provider.notNow': '{provider} konnte die Anfrage gerade nicht annehmen ({status}).',
  'provider.overloaded': '{provider} ist überlastet ({status}).',
  'provider.internalError': '{provider} hat einen internen Fehler ({status}).',
  'provider.redirects':
    '{provider} leitet weiter nach {place}: Setze providers.{provider}.baseUrl auf die richtige Adresse.',
  'provider.anotherAddress': 'einer anderen Adresse',
  'provider.wantsPay': '{provider} will bezahlt werden (402): Prüfe dort Tarif und Abrechnung.',
  'provider.forbidden':
    '{provider} erlaubt das nicht (403): Prüfe, was der Schlüssel darf, und das Modell {model}.',
  'provider.rejected':
    '{provider} hat die Anfrage zurückgewiesen ({status}): Prüfe providers.{provider} in config.json (Modell {model}).',
  'provider.ollamaLacks':
    'Ollama hat das Modell {model} nicht: Lade es herunter („ollama pull {model}“) oder wähle ein anderes.',
  'provider.knowsNoModel':
    '{provider} kennt unter {place} kein Modell {model} (404): Prüfe providers.{provider}.model und baseUrl in config.json.',
  'provider.nothingAnswers': 'Unter {place} antwortet nichts.',
  'provider.nothingAnswersOllama':
    'Unter {place} antwortet nichts. Starte Ollama („ollama serve“).',
  'provider.placeSilent': '{place} antwortet nicht.',
  'provider.unreachable': '{place} ist nicht erreichbar ({code}): Prüfe das Netz.',
  'provider.badCertificate': '{place} hat ein Zertifikat, dem man nicht trauen kann ({code}).',
  'provider.requestFailed': 'Die Anfrage an {provider} ist gescheitert ({code}).',
  'provider.reported': '{provider} meldet einen Fehler: {words}',
  'provider.noJson': '{provider} hat etwas geschickt, das kein JSON ist.',
  'provider.noSense': '{provider} hat etwas geschickt, das nicht zu verstehen ist.',
  'provider.coolingSeconds': 'Ruht für {seconds} s.',
  'provider.coolingMinutes': 'Ruht für {minutes} min.',
  'provider.machineOffline': 'Dieser Rechner ist offline; {provider} ist nicht lokal.',
  'provider.keyStored': 'Einstellungen > Modelle (gespeichert als „{provider}“)',
  'provider.keyStoredOr':
    'Einstellungen > Modelle (gespeichert als „{provider}“) oder in die Variable {variable}',
  'provider.noKey': 'Kein Schlüssel für {provider}: Er gehört in {where}.',
  'provider.badKey':
    'Der Schlüssel für {provider} hat Zeichen, die sich nicht senden lassen: Er gehört noch einmal in {where}.',
  'provider.ollamaEmpty':
    'Ollama hat noch kein Modell: Lade eines unter Einstellungen > Modelle herunter, oder mit „ollama pull“.',
  'provider.noModelSet':
    'Für {provider} ist kein Modell gewählt: Wähle eines unter Einstellungen > Modelle.',
  'provider.ready': '{model} ist bereit.',
  'provider.readyLocal': '{model} ist bereit (lokal).',
  'provider.reflex': 'Eingebaute Reflexe: immer da, ohne Modell.',
  'provider.ollamaLacksYet':
    'Ollama hat {model} noch nicht: Lade es herunter oder wähle ein anderes Modell.',
  'provider.unknown': 'Es gibt keinen Anbieter „{name}“. Eingerichtet: {known}.',
  'provider.none': 'keiner',
  'provider.testEmpty': 'Ollama läuft, hat aber noch kein Modell: Lade hier eines herunter.',
  'provider.testLacks': 'Ollama läuft, hat aber {model} nicht: Lade es hier herunter.',
  'provider.notListed': '{model} nennt er nicht; prüfe den Namen.',
  'provider.noList':
    '{place} antwortet, hat aber keine Liste von Modellen ({status}). Scheitern auch Nachrichten, prüfe providers.{provider}.baseUrl.',
  'provider.placeNoAnswer': '{place} hat innerhalb von {seconds} s nicht geantwortet.',
  'provider.noneAnswered': 'Kein Modell konnte antworten.',
  'provider.reflexOffer':
    'Beginne eine Nachricht mit /reflex, um solange die eingebauten Reflexe zu benutzen.',
  'provider.localOnly':
    'Du hast ein lokales Modell gewählt, deshalb ging nichts anderswohin. Um ein entferntes zu fragen, wähle {models}; oder beginne eine Nachricht mit /reflex.',
  'provider.listLine': '- {provider}: {message}',
  'provider.quiet': '{provider} hat {minutes} Minuten lang nichts gesagt.',
  'model.several': '„{name}“ bieten mehrere Anbieter an: Sag, welcher gemeint ist: {choices}.',
  'model.unknownProvider': 'Es gibt keinen Anbieter „{name}“. Verfügbar: {choices}.',
  'model.unknown': 'Es gibt kein Modell „{name}“. Verfügbar: {choices}.',
  'turn.noAnswer': 'Das Modell hat keine Antwort gegeben.',
  'turn.brokeOff': 'Die Antwort ist vor ihrem Ende abgerissen.',
  'pull.unknownModel':
    'Ollama kennt kein Modell {model}: Sieh seinen genauen Namen unter ollama.com/library nach.',
  'pull.brokeOff':
    '{provider} hat das Herunterladen abgebrochen. Was kam, ist aufgehoben: Starte es noch einmal, dann geht es weiter.',
  'pull.diskFull': 'Der Datenträger von {provider} ist voll: {words}',
  'turn.interrupted':
    'Connectome wurde geschlossen oder ist abgestürzt, während dieser Zug lief. Was er bis dahin getan hat, bleibt erhalten.',
  'provider.works.one': '{provider} funktioniert und bietet {count} Modell.',
  'provider.works.other': '{provider} funktioniert und bietet {count} Modelle.',
};
