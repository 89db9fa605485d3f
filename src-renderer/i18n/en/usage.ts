/** Usage. */
export const usage = {
  'usage.detail': 'Tokens and costs of the last 30 days',
  'usage.today': 'Spent today',
  'usage.noLimit': 'There is no limit for a day.',
  'usage.ofLimit': '{percent} of the limit of {limit}.',
  'usage.allowed': 'You let it go past for today.',
  'usage.setLimit': 'Set a limit',
  'usage.changeLimit': 'Change the limit',
  'usage.none': 'Nothing was used yet',
  'usage.noneText':
    'Every model call is counted here: what it read, how much of that came from the cache, what it wrote, and what it cost.',
  'usage.model': 'Model',
  'usage.calls': 'Calls',
  'usage.input': 'Read',
  'usage.cached': 'From cache',
  'usage.output': 'Written',
  'usage.cost': 'Cost',
  'usage.unknown': 'unknown',
  'usage.unknownCost': 'cost unknown',
  'usage.unknownCalls.one': 'cost unknown for {count} call',
  'usage.unknownCalls.other': 'cost unknown for {count} calls',
  'usage.conversation': 'This conversation:',
} as const;
