/** Facts that the system tells every program; it needs no permission for them. */
import { statfs } from 'node:fs/promises';
import os from 'node:os';

export const name = 'machine';

export const tools = [
  {
    name: 'machine_facts',
    description: 'System, processor, memory, disk, load and uptime of this machine.',
    parameters: {},
  },
];

const gigabytes = (bytes) => `${(bytes / 1024 ** 3).toFixed(1)} GB`;

export async function execute() {
  const cores = os.cpus();
  const lines = [
    `System: ${os.type()} ${os.release()} (${os.platform()} ${os.arch()})`,
    `Processor: ${cores[0]?.model.trim() || 'unknown'}, ${cores.length} cores`,
    `Memory: ${gigabytes(os.totalmem())}, ${gigabytes(os.freemem())} free`,
    `Up for: ${duration(os.uptime())}`,
    `Node.js: ${process.versions.node}`,
  ];
  // Windows knows no load.
  if (os.platform() !== 'win32') {
    lines.push(
      `Load (1, 5, 15 minutes): ${os
        .loadavg()
        .map((value) => value.toFixed(2))
        .join(', ')}`,
    );
  }
  const disk = await statfs('/usr').catch(() => statfs(import.meta.dirname).catch(() => undefined));
  if (disk !== undefined) {
    const size = disk.blocks * disk.bsize;
    lines.push(`System disk: ${gigabytes(size)}, ${gigabytes(disk.bavail * disk.bsize)} free`);
  }
  return { success: true, output: lines.join('\n') };
}

function duration(seconds) {
  const days = Math.floor(seconds / 86_400);
  const hours = Math.floor((seconds % 86_400) / 3_600);
  const minutes = Math.floor((seconds % 3_600) / 60);
  return days > 0 ? `${days} days, ${hours} hours` : `${hours} hours, ${minutes} minutes`;
}
