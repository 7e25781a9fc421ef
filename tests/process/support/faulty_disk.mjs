// A disk for the test's run folders, if one can be mounted: an ext4 image in memory, which can be full
// or frozen, or else a tmpfs, which cannot be frozen.
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import path from 'node:path';
import { sleep } from './process_tools.mjs';

const did = (program, ...args) => spawnSync(program, args, { stdio: 'ignore' }).status === 0;

export class FaultyDisk {
  /** @param {string} out the test's folder; the disk is mounted at its subfolder `runs`, or that is a plain folder */
  constructor(out) {
    this.runs = path.join(out, 'runs');
    this.memory = path.join(out, 'disk');
    this.filler = path.join(this.runs, 'filler');
    this.unmount(); // a killed test left it mounted
    fs.rmSync(out, { recursive: true, force: true });
    for (const each of [this.runs, this.memory]) fs.mkdirSync(each, { recursive: true });
    const hasImage = this.mountImage();
    /** Whether fill() works. */
    this.isMounted = hasImage || did('mount', '-t', 'tmpfs', '-o', 'size=256m', 'tmpfs', this.runs);
    /** Whether freeze() works. */
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

  /** Fills the disk for `ms`, calls `meanwhile`, then frees the space again. */
  async fill(ms, meanwhile) {
    const file = fs.openSync(this.filler, 'w');
    spawnSync('fallocate', ['-l', '256M', this.filler], { stdio: 'ignore' }); // most of it in one step
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
   * Freezes the disk for `ms`: writes wait, and writers cannot end. Calls `meanwhile` after `part`
   * (0 to 1) of the time. A separate program thaws the disk, even if this one ends.
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
