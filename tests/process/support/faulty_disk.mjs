// A disk of the test's own for run folders, where one can be mounted: an ext4 in a file in memory,
// which can be full and stand still, or else a tmpfs, which cannot stand still.
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import path from 'node:path';
import { sleep } from './process_tools.mjs';

const did = (program, ...args) => spawnSync(program, args, { stdio: 'ignore' }).status === 0;

export class FaultyDisk {
  /** @param {string} out an own folder; `runs` in it is what is mounted, or a plain folder */
  constructor(out) {
    this.runs = path.join(out, 'runs');
    this.memory = path.join(out, 'disk');
    this.filler = path.join(this.runs, 'filler');
    this.unmount(); // a run that was killed left it there
    fs.rmSync(out, { recursive: true, force: true });
    for (const each of [this.runs, this.memory]) fs.mkdirSync(each, { recursive: true });
    const hasImage = this.mountImage();
    /** Whether it can be full. */
    this.isMounted = hasImage || did('mount', '-t', 'tmpfs', '-o', 'size=256m', 'tmpfs', this.runs);
    /** Whether it can stand still. */
    this.canFreeze = hasImage && did('fsfreeze', '-f', this.runs) && did('fsfreeze', '-u', this.runs);
  }

  mountImage() {
    const image = path.join(this.memory, 'image');
    if (!did('mount', '-t', 'tmpfs', '-o', 'size=300m', 'tmpfs', this.memory)) return false;
    fs.closeSync(fs.openSync(image, 'w'));
    fs.truncateSync(image, 256 << 20);
    if (!did('mkfs.ext4', '-q', '-m', '0', '-O', '^has_journal', image)) return false;
    if (!did('mount', '-o', 'loop,noatime', image, this.runs)) return false;
    fs.rmdirSync(path.join(this.runs, 'lost+found'));
    return true;
  }

  unmount() {
    [this.runs, this.memory].forEach((each) => did('umount', '-l', each));
  }

  /** Nothing can be written for `ms`; then `meanwhile` happens, and there is room again. */
  async fill(ms, meanwhile) {
    const file = fs.openSync(this.filler, 'w');
    spawnSync('fallocate', ['-l', '256M', this.filler], { stdio: 'ignore' }); // most of it at once
    try {
      for (const block = Buffer.alloc(1 << 16); ; ) fs.writeSync(file, block);
    } catch (error) {
      if (error.code !== 'ENOSPC') throw error;
    } finally {
      fs.closeSync(file);
    }
    await sleep(ms);
    await meanwhile();
    fs.rmSync(this.filler);
  }

  /**
   * What is written waits for `ms`, and so does the end of who writes; `meanwhile` happens after a
   * part of it, from 0 to 1. By a program that thaws the disk whatever becomes of this one.
   */
  async freeze(ms, part, meanwhile) {
    const helper = spawn('sh', ['-c', 'fsfreeze -f "$1" && { sleep "$2"; fsfreeze -u "$1"; }', 'sh', this.runs, `${ms / 1000}`],
      { stdio: 'ignore', detached: true });
    const thawed = once(helper, 'exit');
    await sleep(part * ms);
    await meanwhile();
    const [code] = await thawed;
    if (code !== 0) throw new Error(`fsfreeze ended with ${code}`);
  }
}
