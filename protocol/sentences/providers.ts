/** What became of asking a model: failures, states, tests, and how a turn ends. */
export const providersSentences = {
  'provider.silent': '{provider} fell silent in the middle of its answer for {seconds} s.',
  'provider.nothingSaid': '{provider} accepted the request but said nothing for {seconds} s.',
  'provider.noAnswer': '{provider} did not answer within {seconds} s.',
  'provider.brokeOff': 'The connection to {provider} broke off.',
  'provider.itSaid': 'It said: {words}',
  'provider.tooLong': 'The request is longer than {model} can take.',
  'provider.refusesFields': '{provider} refuses {fields} with the model {model} ({status}).',
  'provider.webPage':
    '{provider} answered with a web page: check providers.{provider}.baseUrl in config.json ({place}; most end in /v1).',
  'provider.keyRefused': '{provider} refused the key (401). Put a valid one into {where}.',
  'provider.noQuota': '{provider} has no quota left: check its plan and billing.',
  'provider.tooMany': '{provider} is receiving too many requests (429).',
  'provider.notNow': '{provider} could not take the request now ({status}).',
  'provider.overloaded': '{provider} is overloaded ({status}).',
  'provider.internalError': '{provider} has an internal error ({status}).',
  'provider.redirects':
    '{provider} redirects to {place}: set providers.{provider}.baseUrl to the right address.',
  'provider.anotherAddress': 'another address',
  'provider.wantsPay': '{provider} wants to be paid (402): check its plan and billing.',
  'provider.forbidden':
    '{provider} does not allow this (403): check what the key may use, and the model {model}.',
  'provider.rejected':
    '{provider} rejected the request ({status}): check providers.{provider} in config.json (model {model}).',
  'provider.ollamaLacks':
    'Ollama does not have the model {model}: download it ("ollama pull {model}"), or pick another.',
  'provider.knowsNoModel':
    '{provider} knows no model {model} at {place} (404): check providers.{provider}.model and baseUrl in config.json.',
  'provider.nothingAnswers': 'Nothing answers at {place}.',
  'provider.nothingAnswersOllama': 'Nothing answers at {place}. Start Ollama ("ollama serve").',
  'provider.placeSilent': '{place} does not answer.',
  'provider.unreachable': '{place} cannot be reached ({code}): check the network.',
  'provider.badCertificate': '{place} has a certificate that cannot be trusted ({code}).',
  'provider.requestFailed': 'The request to {provider} failed ({code}).',
  'provider.reported': '{provider} reported an error: {words}',
  'provider.noJson': '{provider} sent something that is not JSON.',
  'provider.noSense': '{provider} sent something that cannot be understood.',
  'provider.coolingSeconds': 'Cooling for {seconds} s.',
  'provider.coolingMinutes': 'Cooling for {minutes} min.',
  'provider.machineOffline': 'This machine is offline; {provider} is not local.',
  'provider.keyStored': 'Settings > Models (stored as "{provider}")',
  'provider.keyStoredOr': 'Settings > Models (stored as "{provider}") or the variable {variable}',
  'provider.noKey': 'No key for {provider}: put one into {where}.',
  'provider.badKey':
    'The key for {provider} has characters that cannot be sent: put it into {where} again.',
  'provider.ollamaEmpty':
    'Ollama has no model yet: download one in Settings > Models, or run "ollama pull".',
  'provider.noModelSet': 'No model is set for {provider}: choose one in Settings > Models.',
  'provider.ready': '{model} is ready.',
  'provider.readyLocal': '{model} is ready (local).',
  'provider.reflex': 'Built-in reflexes: always there, without a model.',
  'provider.ollamaLacksYet':
    'Ollama does not have {model} yet: download it, or pick another model.',
  'provider.unknown': 'There is no provider "{name}". Configured: {known}.',
  'provider.none': 'none',
  'provider.testEmpty': 'Ollama runs, but has no model yet: download it here.',
  'provider.testLacks': 'Ollama runs, but does not have {model}: download it here.',
  'provider.notListed': 'It does not list {model}; check the name.',
  'provider.noList':
    '{place} answers but has no list of models ({status}). If messages fail too, check providers.{provider}.baseUrl.',
  'provider.placeNoAnswer': '{place} did not answer within {seconds} s.',
  'provider.noneAnswered': 'No model could answer.',
  'provider.reflexOffer': 'Begin a message with /reflex to use the built-in reflexes meanwhile.',
  'provider.localOnly':
    'You picked a local model, so nothing was sent elsewhere. To ask a remote one, pick {models}; or begin a message with /reflex.',
  'provider.listLine': '- {provider}: {message}',
  'provider.quiet': '{provider} said nothing for {minutes} minutes.',
  'model.several': '"{name}" is offered by more than one provider: say which, {choices}.',
  'model.unknownProvider': 'There is no provider "{name}". Available: {choices}.',
  'model.unknown': 'There is no model "{name}". Available: {choices}.',
  'turn.noAnswer': 'The model gave no answer.',
  'turn.brokeOff': 'The answer broke off before its end.',
  'pull.unknownModel':
    'Ollama knows no model {model}: look up its exact name at ollama.com/library.',
  'pull.brokeOff': '{provider} broke the download off. What came is kept: start it again to go on.',
  'pull.diskFull': 'The disk of {provider} is full: {words}',
  'turn.interrupted':
    'Connectome was closed or crashed while this turn was running. What it had done so far is kept.',
  'provider.works.one': '{provider} works and offers {count} model.',
  'provider.works.other': '{provider} works and offers {count} models.',
} as const;
