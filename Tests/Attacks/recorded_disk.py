"""A disk as a log of system calls leaves it, for power-cuts: what is on it for certain, and what may be lost."""

import copy
import os
import random
import re
import sys

CALLS = "/open|creat|write|trunc|fallocate|copy_file|sendfile|splice|rename|link|rmdir|mkdir|mknod|sync$|mmap|sendto|sendmsg"


def apply(content, change):
    """Sets names (to None if they are removed), the size of a file, or bytes from an offset on."""
    if isinstance(change, dict):
        content.update(change)
    elif isinstance(change, int):
        content[change:] = bytes(max(0, change - len(content)))
    else:
        content.extend(bytes(max(0, change[0] - len(content))))
        content[change[0]:change[0] + len(change[1])] = change[1]


def tear(content, change, source):
    """Applies a part of a write, and returns which part."""
    if not isinstance(change, tuple) or not change[1]:
        return "lost"
    offset, data = change
    old = bytes(content[offset:offset + len(data)]).ljust(len(data), b"\0")
    cut, sectors = source.choice([1, len(data) - 1, data.rfind(10, 0, -1) + 1, source.randrange(len(data))]), source.getrandbits(64)
    starts = [0, *range(512 - offset % 512, len(data), 512), len(data)]
    parts = [(data if sectors >> number % 64 & 1 else old)[start:starts[number + 1]] for number, start in enumerate(starts[:-1])]
    ways = {"ends": data[:cut], "old from": data[:cut] + old[cut:], "old to": old[:cut] + data[cut:], "sectors": b"".join(parts)}
    way = source.choice(list(ways))
    apply(content, (offset, ways[way]))
    return f"{way} {hex(sectors) if way == 'sectors' else cut}"


class Disk:
    """Files (bytes) and directories (numbers of files by name) as programs see them, and what of them is durable."""

    def __init__(self, folder=None):
        self.values, self.durable, self.pending, self.modes = {0: {}}, {0: {}}, {0: []}, {0: 0o755}
        for number, path in enumerate(sorted(folder.rglob("*")) if folder else [], 1):
            self.do(0, "new", number, ({} if path.is_dir() else bytearray(path.read_bytes()), path.stat().st_mode & 0o777))
            parent = self.find(path.parent.relative_to(folder).parts)
            self.do(0, "change", parent, {path.name: number})
            self.do(0, "sync", parent)

    def find(self, parts):
        number = 0
        for part in parts:
            number = self.values[number].get(part) if number is not None else None
        return number

    def do(self, place, kind, node=None, data=None):
        if kind == "new":
            self.values[node], self.durable[node], self.pending[node], self.modes[node] = copy.copy(data[0]), data[0], [], data[1]
        elif kind == "change":
            apply(self.values[node], data)
            self.pending[node].append((place, data))
        elif kind == "sync":
            # A copy, because what was left earlier may not have been tried yet.
            self.durable[node], self.pending[node] = copy.copy(self.values[node]), []

    def left(self, kind, source=random):
        """The modes and contents that a power cut leaves, by path, and the fates of changes by their place."""
        last = source.choice([place for changes in self.pending.values() for place, _ in changes] or [0])
        files, fates, found = {}, {}, [("", 0)]
        for path, node in found:
            content = copy.copy(self.durable[node]) if self.pending[node] else self.durable[node]
            for place, change in self.pending[node]:
                share = {"nothing": 0, "everything": 1, "names": isinstance(change, dict), "bytes": not isinstance(change, dict),
                         "first": 0.5 if place == last else place < last, "random": source.choice([0, 0.5, 1, 1])}[kind]
                if share == 1:
                    apply(content, change)
                fates[place] = "kept" if share == 1 else tear(content, change, source) if share else "lost"
            files[path] = self.modes[node], content
            if isinstance(content, dict):
                found += [(f"{path}/{name}", child) for name, child in content.items() if child is not None]
        return files, fates


class Recording:
    """The operations of programs on the files below a folder, and what they answered."""

    def __init__(self, root, disk):
        self.root, self.disk, self.operations, self.texts = str(root), disk, [], []

    def add(self, text, *operation):
        self.disk.do(len(self.operations), *operation)
        self.operations.append(operation)
        self.texts.append(text)

    def parts(self, path):
        path = os.path.normpath(path.removesuffix(" (deleted)"))
        return path[len(self.root):].split("/")[1:] if path == self.root or path.startswith(self.root + "/") else None

    def read(self, trace, answer=lambda *_: None):
        """Adds what successful calls do; those of several threads when they return."""
        files, begun = {}, {}
        for line in trace.read_text().splitlines():
            process, _, text = line.partition(" ")
            if resumed := re.match(r" *<\.\.\. \w+ resumed>", text):
                text = begun[process] + text[resumed.end():]
            begun[process] = text.removesuffix("<unfinished ...>")
            text = text.strip()
            if call := re.match(r"(\w+)\((.*)\) += (\d+)(?:<.*>)?$", text):
                self.take(call[1], call[2], call[3], files, answer)

    def take(self, call, words, result, files, answer):
        """Adds what a call does. `files` has the nodes by descriptor, and whether it appends."""
        strings, paths = ([bytes.fromhex(text.replace("\\x", "")) for text in re.findall(pattern, words)]
                          for pattern in (r'"([^"]*)"', r"<(\\x[^>]*)>"))
        places, number, last = [os.fsdecode(path) for path in paths], re.match(r"\d*", words)[0], words.split()[-1]
        if re.match("open|mkdir|rename|link|unlink|rmdir|symlink|mknod|creat|truncate", call):
            named = [self.parts(os.path.join(place, os.fsdecode(name))) for place, name in zip((places or [os.getcwd()]) * 2, strings)]
            files.pop(result, None)
            # Only the second path of a symbolic link is changed.
            is_inside = any(parts is not None for parts in named[call.startswith("symlink"):])
            return self.name(call, words, result, files, named) if is_inside else None
        if not places or (parts := self.parts(places[0])) is None:
            return answer(number, places, b"".join(strings)[:int(result)]) if call in ("write", "sendto", "sendmsg") else None
        if call == "mmap" and not ("MAP_SHARED" in words and "PROT_WRITE" in words) or call == "sync_file_range":
            return None
        (node, appends), name = files[number], "/".join(parts[1:]) or ("." if parts else "..")
        if call in ("write", "writev") and appends or call == "pwrite64":
            offset = int(last) if call == "pwrite64" else len(self.disk.values[node])
            return self.add(f"{call} {name} {result} bytes at {offset}", "change", node, (offset, b"".join(strings)[:int(result)]))
        if call == "ftruncate":
            return self.add(f"{call} {name} {last}", "change", node, int(last))
        return self.add(f"{call} {name}", "sync", node) if call in ("fsync", "fdatasync") else sys.exit(f"{call}({words[:300]})")

    def name(self, call, words, result, files, named):
        """Adds what a call does with the names of one directory. A part of the path that is None is outside."""
        if None in named or len(named) > 1 and named[0][:-1] != named[1][:-1] or "O_TRUNC" in words or "EXCHANGE" in words:
            sys.exit(f"{call}({words[:300]})")
        node, parent = self.disk.find(named[0]), self.disk.find(named[0][:-1])
        name, new = (named[0] or ["."])[-1], (named[-1] or ["."])[-1]
        call = call.removesuffix("2").removesuffix("at")
        changes = {"link": {new: node}, "unlink": {name: None}, "rename": {name: None, new: node}, "open": {}, "mkdir": {}}
        if call in ("open", "mkdir") and node is None:
            node = len(self.disk.values)
            self.add(call, "new", node, ({} if call == "mkdir" else bytearray(), int(words.split()[-1], 8) & ~0o022))
            changes[call] = {name: node}
        if changes[call]:
            self.add(" ".join([call, *(parts[-1] for parts in named)]), "change", parent, changes[call])
        files[result] = node, "O_APPEND" in words
