#!/usr/bin/env python3
"""Runs clang-tidy over the sources that a build folder compiles, on all cores.

    lint.py --clang-tidy PROGRAM BUILD_FOLDER SOURCE_FOLDER...

A file that was clean is looked at again only when it, a file that it includes, its compile command,
.clang-tidy or clang-tidy's version has changed: BUILD_FOLDER/lint remembers their digests.
"""
import argparse
import concurrent.futures
import functools
import hashlib
import json
import os
import pathlib
import shlex
import subprocess
import sys

# The analyzer's limit of states per function, a tenth of its default: it finds its results early,
# and the rest took four fifths of the time.
ANALYZER = ['-Xclang', '-analyzer-config', '-Xclang', 'max-nodes=20000']


@functools.lru_cache(maxsize=None)
def digest(path):
    try:
        return hashlib.sha256(pathlib.Path(path).read_bytes()).hexdigest()
    except OSError:
        return 'none'


def compiler_arguments(entry):
    """The command without a compiler launcher and without outputs."""
    words = shlex.split(entry['command'])
    names = [os.path.basename(word) for word in words]
    if 'ccache' in names:
        words = words[names.index('ccache') + 1:]
    out = words.index('-o')
    return words[:out] + words[out + 2:]


def included_files(entry):
    """Every file that the compiler reads for a source, including the source."""
    rule = subprocess.run(compiler_arguments(entry) + ['-M'], cwd=entry['directory'], check=True,
                          capture_output=True, text=True).stdout
    names = shlex.split(rule.split(':', 1)[1].replace('\\\n', ' '))
    return sorted({os.path.normpath(os.path.join(entry['directory'], name)) for name in names})


class Lint:
    def __init__(self, clang_tidy, build_folder):
        self.clang_tidy = clang_tidy
        self.build_folder = build_folder
        self.stamps = pathlib.Path(build_folder, 'lint')
        self.stamps.mkdir(exist_ok=True)
        self.version = subprocess.run([clang_tidy, '--version'], check=True, capture_output=True,
                                      text=True).stdout

    def stamp(self, entry):
        name = hashlib.sha256(entry['file'].encode()).hexdigest()[:32]
        return self.stamps / f'{name}.json'

    def conditions(self, entry):
        configs = [digest(folder / '.clang-tidy') for folder in pathlib.Path(entry['file']).parents]
        return [entry['file'], entry['command'], self.version, ANALYZER, *configs]

    def is_known_clean(self, entry):
        try:
            known = json.loads(self.stamp(entry).read_text())
        except (OSError, ValueError):
            return False
        return known['conditions'] == self.conditions(entry) and all(
            digest(path) == was for path, was in known['files'].items())

    def check(self, entry):
        """clang-tidy's findings; empty when it is clean."""
        files = {path: digest(path) for path in included_files(entry)}
        done = subprocess.run([self.clang_tidy, '-p', self.build_folder, '--quiet',
                               *(f'--extra-arg={each}' for each in ANALYZER), entry['file']],
                              capture_output=True, text=True)
        if done.returncode != 0:
            return done.stdout or done.stderr or f'{entry["file"]}: exit code {done.returncode}'
        whole = {'conditions': self.conditions(entry), 'files': files}
        partial = self.stamp(entry).with_suffix('.partial')
        partial.write_text(json.dumps(whole))
        partial.replace(self.stamp(entry))
        return ''


def main():
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    options.add_argument('--clang-tidy', default='clang-tidy')
    options.add_argument('build_folder')
    options.add_argument('source_folders', nargs='+')
    given = options.parse_args()
    folders = tuple(os.path.join(os.path.abspath(folder), '') for folder in given.source_folders)

    lint = Lint(given.clang_tidy, given.build_folder)
    commands = json.loads(pathlib.Path(given.build_folder, 'compile_commands.json').read_text())
    # A source that two targets compile is checked once.
    entries = {entry['file']: entry for entry in commands if entry['file'].startswith(folders)}
    wanted = [entry for entry in entries.values() if not lint.is_known_clean(entry)]
    print(f'clang-tidy: {len(wanted)} of {len(entries)} files are new or have changed', flush=True)
    failed = 0
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        pending = [pool.submit(lint.check, entry) for entry in wanted]
        try:
            for count, future in enumerate(concurrent.futures.as_completed(pending), 1):
                findings = future.result()
                if findings:
                    failed += 1
                    print(findings, flush=True)
                if count % 50 == 0:
                    print(f'clang-tidy: {count} of {len(wanted)}', flush=True)
        except BaseException:
            pool.shutdown(wait=False, cancel_futures=True)
            raise
    if failed:
        print(f'clang-tidy: findings in {failed} files', file=sys.stderr)
    return 1 if failed else 0


if __name__ == '__main__':
    try:
        sys.exit(main())
    except KeyboardInterrupt:
        sys.exit(130)
    except subprocess.CalledProcessError as error:
        sys.exit(f'lint.py: {shlex.join(error.cmd)}\n{error.stderr}')
