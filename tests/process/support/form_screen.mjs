// A screen for tests: an X server with a window manager and a form that reappears when it is
// confirmed.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import process from 'node:process';
import { signal } from './process_tools.mjs';

export const kFormObjective = 'Fill in the form: Name = Grace Hopper; Town = Zürich';
export const kFormTitle = 'Order';
export const kEndlessForm = `while :; do zenity --forms --title=${kFormTitle} --text="A form" --add-entry=Name --add-entry=Town; sleep 0.05; done`;

export class FormScreen {
  constructor() {
    this.programs = [];
  }

  async start() {
    const server = this.run('Xvfb', ['-displayfd', '1', '-nolisten', 'tcp', '-noreset', '-dpi', '96', '-screen', '0', '1280x720x24']);
    this.environment = { DISPLAY: `:${await firstLine(server, 'Xvfb')}`, GDK_BACKEND: 'x11', NO_AT_BRIDGE: '1' };
    await firstLine(this.run('openbox', ['--sm-disable', '--config-file', '/etc/xdg/openbox/rc.xml', '--startup', 'echo ready']), 'openbox');
    this.run('sh', ['-c', kEndlessForm]).stdout.resume();
  }

  /** Starts a program in its own process group, which always ends with us (setpriv(1)). */
  run(program, args) {
    const child = spawn('setpriv', ['--pdeathsig', 'TERM', '--', program, ...args],
      { stdio: ['ignore', 'pipe', 'ignore'], detached: true, env: { ...process.env, ...this.environment } });
    child.ended = new Promise((resolve) => child.on('exit', resolve).on('error', resolve));
    this.programs.unshift(child);
    return child;
  }

  async stop() {
    for (const { pid, ended } of this.programs) {
      if (pid) signal(-pid, 'SIGTERM'); // SIGKILL would leave the X server's lock file
      await ended;
    }
  }
}

async function firstLine(child, name) {
  const lines = createInterface({ input: child.stdout });
  const [line] = await Promise.race([once(lines, 'line'), child.ended.then(() => [null])]);
  if (line === null) throw new Error(`${name} did not start`);
  child.stdout.resume();
  return line;
}
