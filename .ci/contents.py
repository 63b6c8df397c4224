"""Writes the licences of all crates in the programs, and a list of these crates as CycloneDX.

Usage: contents.py TARGET LICENCES LIST. The crates are those that a build for TARGET links into the window and the
command; crates that only build or test them are left out.
"""

import json
import pathlib
import subprocess
import sys

PROGRAMS = ["tilewright-cli", "tilewright-window"]
NAMES = ("license", "licence", "copying", "copyright", "notice", "unlicense")


def linked(metadata):
    """Return the packages that the programs link, by their ids."""
    packages = {package["id"]: package for package in metadata["packages"]}
    nodes = {node["id"]: node for node in metadata["resolve"]["nodes"]}
    waiting = [id for id, package in packages.items() if package["name"] in PROGRAMS]
    found = set()
    while waiting:
        id = waiting.pop()
        if id in found:
            continue
        found.add(id)
        for dependency in nodes[id]["deps"]:
            target = packages[dependency["pkg"]]
            is_macro = any("proc-macro" in part["kind"] for part in target["targets"])
            if not is_macro and any(kind["kind"] is None for kind in dependency["dep_kinds"]):
                waiting.append(dependency["pkg"])
    return sorted((packages[id] for id in found), key=lambda package: (package["name"], package["version"]))


def texts(package):
    """Return the texts of licences in the folder of a package, in the order of their names."""
    folder = pathlib.Path(package["manifest_path"]).parent
    files = [file for file in folder.iterdir() if file.is_file() and file.name.lower().startswith(NAMES)]
    return [(file.name, file.read_text("utf-8", "replace").strip()) for file in sorted(files)]


def main(target, licences, listing):
    command = ["cargo", "metadata", "--locked", "--format-version", "1", "--filter-platform", target]
    metadata = json.loads(subprocess.run(command, check=True, capture_output=True).stdout)
    packages = linked(metadata)
    foreign = [package for package in packages if package["source"]]
    without = [package["name"] for package in foreign if not package["license"] and not package["license_file"]]
    if without:
        sys.exit(f"These crates name no licence: {', '.join(without)}")
    known = {}
    with open(licences, "w", encoding="utf-8") as out:
        out.write("Tilewright contains these libraries, under the licences that follow.\n\n")
        for package in foreign:
            out.write(f"{package['name']} {package['version']}: {package['license'] or package['license_file']}\n")
        for package in foreign:
            for name, text in texts(package):
                known.setdefault(text, []).append(f"{package['name']} {package['version']} ({name})")
        for text, users in known.items():
            out.write(f"\n{'=' * 80}\n{', '.join(users)}\n{'-' * 80}\n{text}\n")
    components = [
        {
            "type": "library",
            "name": package["name"],
            "version": package["version"],
            "purl": f"pkg:cargo/{package['name']}@{package['version']}",
            "licenses": [{"expression": (package["license"] or "LicenseRef-file").replace("/", " OR ")}],
        }
        for package in foreign
    ]
    version = next(package["version"] for package in packages if package["name"] == PROGRAMS[0])
    bom = {
        "bomFormat": "CycloneDX",
        "specVersion": "1.5",
        "version": 1,
        "metadata": {"component": {"type": "application", "name": "tilewright", "version": version}},
        "components": components,
    }
    pathlib.Path(listing).write_text(json.dumps(bom, indent=2) + "\n", encoding="utf-8")
    print(f"{len(foreign)} libraries, {len(known)} texts of licences")


if __name__ == "__main__":
    main(*sys.argv[1:])
