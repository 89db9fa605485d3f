/**
 * Built-in dangers of shell commands. `hard` is blocked whatever the rules say; `soft` is named as
 * the risk in the question to the owner. Patterns are held against the words of each simple command
 * (a word with white space in it is shown to them in quotes), so that a commit message that merely
 * mentions `rm -rf /` is not one.
 */
export interface Danger {
  readonly level: 'hard' | 'soft';
  readonly reason: string;
  /** Names of the program, without its folder. */
  readonly program: RegExp;
  /** The rest of the words joined by one space; absent: any. */
  readonly args?: RegExp;
  /** Only where its input comes from such a program through a pipe. */
  readonly pipedFrom?: RegExp;
}

/** `/`, `~`, `$HOME`, `*`, `/*`, `..` or a folder of the system: never meant to be deleted whole. */
const everything =
  /(?:^|\s)(?:--\s+)?(?:\/+\*?|\/\.+|~\/?\*?|\$\{?HOME\}?\/?\*?|\*|\.\*?|\.\/\*?|\.\.(?:\/[.*/]*)?|\/(?:bin|boot|dev|etc|home|lib|lib64|opt|proc|root|run|sbin|srv|sys|usr|var|Users|System|Library|Applications)\/?\*?|[A-Za-z]:[\\/]\*?)(?:\s|$)/;
const shell = /^(?:(?:ba|da|z|k|a|fi)?sh|python[\d.]*|perl|ruby|node|php)$/;
const anything = /^(?:.*)$/;

/** Both patterns must match. */
function both(a: RegExp, b: RegExp): RegExp {
  return new RegExp(`(?=.*(?:${a.source}))(?=.*(?:${b.source}))`, 's');
}
const recursive = /(?:^|\s)(?:-[a-zA-Z]*[rR][a-zA-Z]*|--recursive)(?=\s|$)/;
const disk = /\/dev\/(?:sd|hd|vd|xvd|nvme|mmcblk|disk|mapper|md|loop|rdisk)/;

export const dangers: readonly Danger[] = [
  // Deleting
  {
    level: 'hard',
    program: /^rm$/,
    args: both(recursive, everything),
    reason: 'It deletes a whole home, disk or system folder.',
  },
  {
    level: 'hard',
    program: /^rm$/,
    args: /--no-preserve-root/,
    reason: 'It switches off the guard against deleting the whole disk.',
  },
  {
    level: 'soft',
    program: /^rm$/,
    args: recursive,
    reason: 'It deletes folders with everything in them.',
  },
  { level: 'soft', program: /^(?:rm|unlink|rmdir)$/, reason: 'It deletes files for good.' },
  {
    level: 'hard',
    program: /^find$/,
    args: /^(?:\/|~\/?|\$\{?HOME\}?\/?)\s(?:.*\s)?-delete(?:\s|$)/,
    reason: 'It deletes a whole home or disk.',
  },
  {
    level: 'soft',
    program: /^find$/,
    args: /(?:^|\s)-delete(?:\s|$)/,
    reason: 'It deletes every file it finds.',
  },
  { level: 'soft', program: /^(?:shred|srm|wipe)$/, reason: 'It destroys files beyond recovery.' },
  { level: 'soft', program: /^truncate$/, reason: 'It cuts files off.' },

  // Disks
  { level: 'hard', program: /^mkfs(?:\..*)?$|^mke2fs$|^mkswap$/, reason: 'It formats a disk.' },
  { level: 'hard', program: /^(?:wipefs|blkdiscard)$/, reason: 'It erases a disk.' },
  {
    level: 'hard',
    program: /^(?:fdisk|sfdisk|cfdisk|gdisk|sgdisk|parted)$/,
    args: disk,
    reason: 'It changes the partitions of a disk.',
  },
  {
    level: 'hard',
    program: /^dd$/,
    args: new RegExp(`of=${disk.source}`),
    reason: 'It writes over a disk.',
  },
  {
    level: 'hard',
    program: /^(?:cp|mv|tee|cat|shred)$/,
    args: new RegExp(`(?:^|\\s)${disk.source}`),
    reason: 'It touches a raw disk.',
  },
  {
    level: 'hard',
    program: /^diskutil$/,
    args: /^(?:erase|partition|zero|secureErase|reformat)/i,
    reason: 'It erases a disk.',
  },
  {
    level: 'hard',
    program: /^format(?:\.com)?$/i,
    args: /^[A-Za-z]:/,
    reason: 'It formats a disk.',
  },
  { level: 'soft', program: /^dd$/, reason: 'It copies raw bytes and can overwrite anything.' },
  {
    level: 'soft',
    program: /^(?:mount|umount|losetup|cryptsetup|lvremove|vgremove|zpool|zfs)$/,
    reason: 'It changes disks or volumes.',
  },

  // Permissions
  {
    level: 'hard',
    program: /^(?:chmod|chown|chgrp)$/,
    args: both(recursive, everything),
    reason: 'It changes the permissions of a whole home, disk or system folder.',
  },
  {
    level: 'soft',
    program: /^chmod$/,
    args: /(?:^|\s)(?:[0-7]?777|[augo]*\+[rwxst]*[ws])/,
    reason: 'It opens files for everybody or sets special bits.',
  },
  {
    level: 'soft',
    program: /^(?:chown|chgrp|setfacl|setcap)$/,
    reason: 'It changes who owns or may use files.',
  },
  {
    level: 'soft',
    program: /^(?:sudo|doas|su|pkexec|runas)$/,
    reason: 'It runs with another user’s rights.',
  },
  {
    level: 'hard',
    program: /^(?:visudo|vipw)$/,
    reason: 'It changes who may do anything on this machine.',
  },
  {
    level: 'soft',
    program: /^(?:useradd|userdel|usermod|groupadd|groupdel|passwd|chpasswd|chsh|dscl)$/,
    reason: 'It changes user accounts.',
  },

  // The machine itself
  {
    level: 'hard',
    program: /^(?:shutdown|reboot|halt|poweroff)$/,
    reason: 'It switches the machine off.',
  },
  { level: 'hard', program: /^init$/, args: /^[06]$/, reason: 'It switches the machine off.' },
  {
    level: 'hard',
    program: /^(?:systemctl|loginctl)$/,
    args: /^(?:-\S+\s+)*(?:poweroff|reboot|halt|kexec|suspend|hibernate|terminate-user)\b/,
    reason: 'It switches the machine off or ends the owner’s session.',
  },
  {
    level: 'hard',
    program: /^kill$/,
    args: /(?:^|\s)(?:-\S+\s+)*(?:-1|1)$/,
    reason: 'It ends every process.',
  },
  {
    level: 'soft',
    program: /^(?:kill|pkill|killall|taskkill)$/,
    reason: 'It ends running programs.',
  },
  {
    level: 'soft',
    program: /^(?:systemctl|service|launchctl|sc)$/,
    reason: 'It changes services of the machine.',
  },
  {
    level: 'soft',
    program: /^(?:crontab|at|batch|schtasks)$/,
    reason: 'It plants work that runs later by itself.',
  },
  {
    level: 'soft',
    program: /^(?:iptables|ip6tables|nft|ufw|firewall-cmd|pfctl|sysctl|modprobe|insmod|rmmod)$/,
    reason: 'It changes the kernel or the firewall.',
  },

  // Code from elsewhere
  {
    level: 'hard',
    program: shell,
    pipedFrom: /^(?:curl|wget|fetch|nc|ncat)$/,
    reason: 'It runs a program straight from the network, unseen.',
  },
  {
    level: 'hard',
    program: shell,
    pipedFrom: /^(?:base64|base32|xxd|openssl|gunzip|zcat)$/,
    reason: 'It runs an encoded program, unseen.',
  },
  {
    level: 'soft',
    program: shell,
    pipedFrom: anything,
    reason: 'It runs a program that another command writes.',
  },
  {
    level: 'soft',
    program: /^(?:python[\d.]*|perl|ruby|node|php|lua)$/,
    args: /(?:^|\s)-(?:c|e|r|E|-eval|-print)(?:\s|$)/,
    reason: 'It runs a program given in the command itself.',
  },
  { level: 'soft', program: /^(?:eval|source|\.)$/, reason: 'It runs text as a program.' },

  // Network
  {
    level: 'soft',
    program: /^(?:curl|wget|fetch|aria2c|httpie|https?)$/,
    reason: 'It talks to the network and can send data out.',
  },
  {
    level: 'soft',
    program: /^(?:nc|ncat|netcat|socat|telnet|ftp|sftp|scp|rsync|ssh|mail|sendmail)$/,
    reason: 'It connects to another machine.',
  },

  // History and work
  {
    level: 'soft',
    program: /^git$/,
    args: /(?:^|\s)push\b(?:.*\s)?(?:--force\b|--force-with-lease|-f\b|--mirror|--delete|\+\S)/,
    reason: 'It rewrites or deletes history that others may have.',
  },
  { level: 'soft', program: /^git$/, args: /(?:^|\s)push\b/, reason: 'It publishes commits.' },
  {
    level: 'soft',
    program: /^git$/,
    args: /(?:^|\s)(?:reset\s+(?:.*\s)?--hard|clean\s+(?:.*\s)?-\w*[fdx]|checkout\s+(?:.*\s)?(?:--\s|\.(?:\s|$))|restore\b|stash\s+(?:drop|clear)|branch\s+(?:.*\s)?-D)/,
    reason: 'It throws away work that was not committed.',
  },
  {
    level: 'soft',
    program: /^git$/,
    args: /(?:^|\s)(?:filter-branch|filter-repo|rebase|reflog\s+expire|gc\s+(?:.*\s)?--prune|update-ref\s+-d)/,
    reason: 'It rewrites history.',
  },
  {
    level: 'soft',
    program: /^git$/,
    args: /(?:^|\s)-c\s|(?:^|\s)config\b/,
    reason: 'Git settings can make it run other programs.',
  },

  // Publishing, clouds, databases
  {
    level: 'soft',
    program: /^(?:npm|pnpm|yarn|cargo|gem|poetry|twine)$/,
    args: /^(?:-\S+\s+)*(?:publish|unpublish|deprecate|yank|upload|push)\b/,
    reason: 'It publishes a package.',
  },
  {
    level: 'soft',
    program:
      /^(?:npm|pnpm|yarn|bun|pip[\d.]*|pipx|gem|cargo|go|brew|apt|apt-get|dnf|yum|pacman|zypper|snap|winget|choco)$/,
    args: /^(?:-\S+\s+)*(?:install|i|add|ci|remove|uninstall|upgrade|update|purge)\b/,
    reason: 'It installs or removes software, which may run scripts.',
  },
  {
    level: 'soft',
    program: /^(?:npx|bunx|uvx|pnpx)$/,
    reason: 'It may fetch a program and run it.',
  },
  {
    level: 'soft',
    program: /^(?:kubectl|oc|helm)$/,
    args: /(?:^|\s)(?:delete|drain|uninstall|scale|apply|exec)\b/,
    reason: 'It changes a cluster.',
  },
  {
    level: 'soft',
    program: /^(?:terraform|tofu|pulumi|cdk)$/,
    args: /(?:^|\s)(?:destroy|apply|up|deploy)\b/,
    reason: 'It changes cloud resources.',
  },
  {
    level: 'soft',
    program: /^(?:aws|gcloud|az|doctl|heroku|flyctl|vercel)$/,
    reason: 'It works on a cloud account.',
  },
  {
    level: 'soft',
    program: /^(?:docker|podman)$/,
    args: /(?:^|\s)(?:rm|rmi|prune|kill|stop|push|run|exec)\b/,
    reason: 'It starts, stops or removes containers.',
  },
  {
    level: 'soft',
    program: /^(?:psql|mysql|mariadb|sqlite3|mongosh?|redis-cli|cqlsh)$/,
    args: /\b(?:drop|truncate|delete|flushall|flushdb|dropDatabase)\b/i,
    reason: 'It deletes data from a database.',
  },
  { level: 'soft', program: /^(?:dropdb|dropuser)$/, reason: 'It deletes a database.' },

  // Credentials
  {
    level: 'soft',
    program: /^(?:env|printenv|set|export)$/,
    args: /^$/,
    reason: 'It prints the environment.',
  },
  {
    level: 'hard',
    program: /^security$/,
    args: /^(?:dump-keychain|find-(?:generic|internet)-password|export)/,
    reason: 'It reads passwords from the keychain.',
  },
  {
    level: 'hard',
    program: /^secret-tool$/,
    args: /^(?:lookup|search)/,
    reason: 'It reads passwords from the keyring.',
  },
  {
    level: 'hard',
    program: /^gpg2?$/,
    args: /--export-secret/,
    reason: 'It exports private keys.',
  },
  {
    level: 'soft',
    program: /^(?:gpg2?|ssh-add|ssh-keygen|pass|op|bw|vault)$/,
    reason: 'It works with keys or passwords.',
  },
  { level: 'soft', program: /^history$/, reason: 'The history of commands may contain passwords.' },
];

/** Dangers of the whole text, for what is not one simple command. */
export const textDangers: readonly { readonly pattern: RegExp; readonly reason: string }[] = [
  {
    pattern: /([\w:.]+)\s*\(\)\s*\{[^}]*\1\s*\|\s*\1\s*&[^}]*\}/,
    reason: 'It is a fork bomb: it starts itself without end.',
  },
  {
    pattern: new RegExp(`>\\|?\\s*${disk.source}`),
    reason: 'It writes over a disk.',
  },
  {
    pattern: /\b(?:ba|da|z)?sh\s+(?:-\w+\s+)*(?:-c\s+)?["']?(?:<\(|\$\(|`)\s*(?:curl|wget)\b/,
    reason: 'It runs a program straight from the network, unseen.',
  },
  {
    pattern: /(?:^|[;&|]\s*)(?:source|\.|eval)\s+["']?(?:<\(|\$\(|`)\s*(?:curl|wget)\b/,
    reason: 'It runs a program straight from the network, unseen.',
  },
];
