/** Why a tool call runs, asks or does not run, and the questions about one. */
export const safetySentences = {
  'safety.secretPlace':
    '{path} is where keys, passwords or browser data are kept. No tool touches it.',
  'safety.protectedRead': '{path} is protected: tools do not read it.',
  'safety.protectedChange': '{path} is protected: tools do not change it.',
  'safety.ruleDenies': 'A rule in the settings denies it: {rule}',
  'safety.ruleAsks': 'A rule in the settings asks first: {rule}',
  'safety.ruleAllows': 'A rule in the settings allows it: {rule}',
  'safety.sessionAllows': 'You allowed it for this session.',
  'safety.unreadableCommand':
    'The command could not be taken apart: open quotes or brackets, or text that runs where none is expected.',
  'safety.unjudgeableCommand':
    'The command is too long or has too many parts to be judged. Write it into a script file with Write and run that.',
  'safety.namesOutside': 'It names {path}, which is outside the working folder.',
  'safety.outside': '{path} is outside the working folder.',
  'safety.outsideChanged': 'It would be changed.',
  'safety.needsNetwork': 'It needs the network, which commands in the sandbox do not have.',
  'safety.modeAsksNothing': 'The session’s mode asks nothing.',
  'safety.onlyReads': 'It only reads.',
  'safety.rememberingUndoable': 'Remembering a fact can be undone.',
  'safety.onlyConversation': 'It touches nothing but this conversation and what it started.',
  'safety.editsAccepted': 'File changes inside the working folder are accepted in this session.',
  'safety.changesFile': 'It changes a file.',
  'safety.sendsAddress': 'It sends this address to {host} and reads what comes back.',
  'safety.someServer': 'a web server',
  'safety.callsOutside': 'It calls a program outside of Connectome.',
  'safety.pluginConfined': 'The sandbox lets this plugin change nothing and send nothing.',
  'safety.notKnown': 'What this tool does is not known in advance.',
  'safety.noTool': 'There is no tool "{name}" in this turn.',
  'safety.noWorkingDir': 'The session has no working directory.',
  'safety.notJudged': 'The call could not be judged: {why}',
  'safety.forgettingAsks': 'Forgetting takes something away, so it always asks.',
  'safety.toolAdded':
    'The server added this tool later; you have not accepted it yet. It says: {words}',
  'safety.toolChanged': 'The server has changed what it says about this tool. Now it says: {words}',
  'safety.patternsTooSlow':
    'The patterns of the skills took longer than {ms} ms on this call, so those that were left count as matching, among them {pattern} of "{skill}".',
  'safety.skillAllowsOnly':
    'The owner has activated the skill "{skill}", and it allows only {tools}. He ends it with /skill off.',
  'safety.skillGone':
    'The owner has activated the skill "{skill}", and it is not there any more, so nobody knows what it allows. He ends it with /skill off.',

  'safety.runsCommand': 'It runs a command.',
  'safety.onlyLooks': 'It only looks, in a sandbox that can neither write nor reach the network.',
  'safety.sandboxedRun': 'Commands in the sandbox run without asking (permissions.sandboxed).',
  'safety.noSandbox': 'Commands have no sandbox here, so each one asks.',
  'safety.outsideForKeys':
    'It signs in at another machine with your keys, which are closed to commands in the sandbox.',
  'safety.outsideWished': 'The model wants this command to run without the sandbox.',

  'taint.command':
    'This conversation has read text from {names}. The command could send something out on its behalf.',
  'taint.call':
    'This conversation has read text from {names}. The call could send something to {target} on its behalf.',
  'taint.plugin':
    'This conversation has read text from {names}. The plugin {plugin} could send something out on its behalf.',
  'taint.lasting':
    'This conversation has read text from {names}. The change would last beyond this conversation.',
  'taint.theWeb': 'the web',
  'origin.command': 'the command {name}',
  'origin.andOthers.one': '{first} and {count} other',
  'origin.andOthers.other': '{first} and {count} others',

  'web.noUrl': '"{text}" is not a whole URL, such as https://example.com/page.',
  'web.onlyHttp': 'Only http and https are read, not {protocol}',
  'web.withPassword': 'A URL with a user name or password in it is not read.',
  'web.notPublic': '{host} is not on the open internet; such addresses are not read.',

  'sandbox.off': 'The sandbox is off.',
  'sandbox.switchedOff':
    'The sandbox is switched off in the settings: commands run with all your rights.',
  'sandbox.bubblewrap':
    'Commands run in a sandbox (bubblewrap): they write only in the working folder.',
  'sandbox.seatbelt':
    'Commands run in a sandbox (seatbelt): they write only in the working folder.',
  'sandbox.noneHere': 'There is no sandbox for commands on this system, so every one of them asks.',
  'sandbox.noBubblewrap':
    'bubblewrap is not installed, so commands have no sandbox and every one of them asks. Install it (Debian, Ubuntu: apt install bubblewrap socat; Fedora: dnf install bubblewrap socat) and start Connectome again.',
  'sandbox.bubblewrapCannot':
    'bubblewrap cannot make a sandbox here ({why}), so every command asks. Most often user namespaces are switched off: sysctl kernel.unprivileged_userns_clone=1, or on Ubuntu an AppArmor profile for bwrap (see docs/safety.md).',
  'sandbox.noSocketGuard':
    'Commands have no sandbox on {arch}: the part that closes local sockets is missing. Every one of them asks.',
  'sandbox.seatbeltCannot': 'sandbox-exec does not run here ({why}), so every command asks.',
  'sandbox.cannot': 'Commands cannot be confined here ({why}), so each one asks.',

  'ask.readPage': 'Read a page of {host}',
  'ask.runCommand': 'Run a command',
  'ask.runCommandFor': 'Run a command: {purpose}',
  'ask.replace': 'Replace {path}',
  'ask.create': 'Create {path}',
  'ask.edit': 'Edit {path}',
  'ask.read': 'Read {path}',
  'ask.toolIn': '{tool} in {path}',
  'ask.callServer': 'Call {tool} of {server}',
  'ask.forget': 'Forget this?',
  'ask.runTool': 'Run {tool}',
  'ask.inFolder': '(in the folder {path})',
  'ask.inBackground': '(it goes on in the background)',
  'ask.askedForAs': '(asked for as {path})',
  'ask.unconfined': 'Commands run with all your rights and without a sandbox.',
  'ask.outsideSandbox':
    'If you allow it, it runs without the sandbox: it can read, change and send all that you can, keys and passwords included.',
  'ask.opensFolders': 'If you allow it, it may change files in {paths}.',
  'ask.opensNetwork': 'If you allow it, it has the network; your keys stay closed to it.',
  'ask.signsIn':
    'If you allow it, it reaches only {servers}, and your SSH agent signs in there for it; the key files stay closed.',
  'ask.lacksAgent':
    'It would sign in over SSH, and no SSH agent runs here: it will fail. Run ssh-add before, or run the command yourself.',
  'ask.tracks':
    'Git’s settings stay closed to it; that the branch follows {branches} is noted for it.',
  'ask.staysClosed': '{paths} stays closed to it: what it writes right there will fail.',
  'ask.noDiff': 'No diff: {why}',
  'ask.becomesText': 'The file is binary now and would become this text:',
  'ask.noFile': 'The file does not exist, so the edit will fail.',
  'ask.editFails': 'The edit will fail: {why}',
  'ask.tooLarge': 'The change is too large to show as a diff.',
  'ask.question': 'Question: {headers}',

  'refused.nobody': 'Denied: {why} Nobody can answer in this run.',
  'refused.notAllowed': 'Not allowed: {why}',
  'refused.byOwner': 'The owner said no.',
  'refused.byOwnerBecause': 'The owner said no. Reason: {why}',
  'refused.inTime': 'Nobody answered in time.',
  'refused.changedMeanwhile':
    'What was shown is not what would run any more: the file, folder or arguments changed since the question. Look again and ask anew.',
  'refused.stoppedWaiting': 'Stopped by the owner while it waited.',
  'refused.stoppedBefore': 'Stopped by the owner before it ran.',
  'refused.interrupted':
    'Interrupted: the program ended while this call was open. It may have had effects.',
  'refused.arguments': 'The arguments do not fit.',
  'refused.notRun': 'The tool could not be run: {why}',
  'refused.tooMany':
    'Not run: this answer asks for {calls} tool calls, and only the first {limit} of an answer run. Ask for the rest in your next answer if it is still needed.',

  'proposal.source': 'From {place}.',
  'proposal.taintedSource': 'From {place}, which has read text from {names}.',
  'proposal.aConversation': 'a conversation',
  'proposal.notDone': 'It could not be done: {why}',
  'proposal.remember': 'Remember this?',
  'proposal.correct': 'Correct this fact?',
  'proposal.insteadOf': 'Instead of: {old}',
  'proposal.changeSkill': 'Change the skill "{name}"?',
  'proposal.pluginWants': 'Its plugin wants to:',
  'proposal.makeSkill': 'Make the skill "{name}"?',
} as const;
