// A false wall clock for programs started with `environment`: Debian's libfaketime reads the offset
// from a file at each call. The steady clock and file times are not affected.
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';

export class FaultyClock {
  /**
   * @param {string} file the file for the offset
   * @param {string} program must be able to load the library; one with a sanitizer cannot
   */
  constructor(file, program) {
    this.file = file;
    const isLoaded = (library) =>
      spawnSync(program, ['--version'], { env: { LD_PRELOAD: library } }).status === 0;
    const library = fs.readdirSync('/usr/lib')
      .map((machine) => `/usr/lib/${machine}/faketime/libfaketime.so.1`)
      .find((each) => fs.existsSync(each) && isLoaded(each));
    this.canJump = library !== undefined;
    this.environment = !library ? {} : {
      LD_PRELOAD: library, FAKETIME_TIMESTAMP_FILE: file, FAKETIME_NO_CACHE: '1',
      FAKETIME_DONT_FAKE_MONOTONIC: '1', NO_FAKE_STAT: '1',
    };
    if (library) this.jump(0);
  }

  /** Sets the offset from the real time. Renames the new file, because a part of it is no valid time. */
  jump(seconds) {
    const whole = Math.floor(seconds);
    fs.writeFileSync(`${this.file}.new`, whole < 0 ? `${whole}` : `+${whole}`);
    fs.renameSync(`${this.file}.new`, this.file);
  }
}
