/** Tasks. */
export const tasks = {
  'tasks.detail': 'The tool work of each turn',
  'tasks.list': 'Tasks',
  'tasks.none': 'When a turn uses tools, its steps are listed here.',
  'tasks.stepsDone': '{done} of {all} steps done',
  'tasks.attempts': '{count} attempts',
  'tasks.whole': 'whole output in {file}',
  'tasks.only.all': 'All',
  'tasks.only.open': 'Open',
  'tasks.only.well': 'Succeeded',
  'tasks.only.badly': 'Ended badly',
  'tasks.noneOfKind': 'None of this kind.',
  'tasks.choose': 'Choose a task',
  'tasks.chooseText': 'Each one shows its steps with arguments, attempts, time and output.',

  'task.RUNNING': 'running',
  'task.WAITING': 'waiting',
  'task.SUCCEEDED': 'succeeded',
  'task.FAILED': 'failed',
  'task.STOPPED': 'stopped',
  'task.INTERRUPTED': 'interrupted',
} as const;
