/** A module of the project that a build would read from outside the repository. */
export type InstalledCopy = { readonly module: string; readonly version: string; readonly place: string };

/**
 * Says, as JSON, which modules of the project in `argv[1]` Python would import from outside `argv[2]`, the folder of the
 * build. The modules are those of the package that the project's files name: of its own installation if there is one, else
 * of the copy that this machine has.
 */
export const INSTALLED_COPIES_SCRIPT = `
import configparser, importlib.metadata, importlib.util, json, os, re, sys

project, build = os.path.realpath(sys.argv[1]), os.path.realpath(sys.argv[2])

def read(name):
    try:
        with open(os.path.join(project, name), encoding='utf-8', errors='replace') as file:
            return file.read()
    except OSError:
        return ''

def named():
    for section in re.findall(r'^\\[(?:project|tool\\.poetry)\\]\\s*$(.*?)(?=^\\[|\\Z)', read('pyproject.toml'), re.M | re.S):
        found = re.search(r'^name\\s*=\\s*["\\']([^"\\']+)', section, re.M)
        if found:
            return found.group(1)
    config = configparser.RawConfigParser(strict=False)
    try:
        config.read_string(read('setup.cfg'))
        if config.has_option('metadata', 'name'):
            return config.get('metadata', 'name').strip()
    except configparser.Error:
        pass
    found = re.search(r'\\bname\\s*=\\s*["\\']([\\w.-]+)["\\']', read('setup.py'))
    return found and found.group(1)

def within(path):
    return os.path.realpath(path).startswith(build + os.sep)

def modules(package):
    top = (package.read_text('top_level.txt') or '').split()
    files = [file.parts for file in package.files or [] if file.suffix == '.py']
    return set(top) or {parts[0].removesuffix('.py') for parts in files if parts and parts[0] != '..'}

def copies():
    name = named()
    if not name:
        return
    packages = list(importlib.metadata.distributions(name=name))
    own = [each for each in packages if within(str(each.locate_file('')))]
    wanted = set().union(*[modules(each) for each in own or packages], {re.sub('[-.]+', '_', name).lower()})
    for module in sorted(wanted):
        if not module.isidentifier():
            continue
        try:
            spec = importlib.util.find_spec(module)
        except (ImportError, ValueError):
            continue
        places = spec and [spec.origin or '', *(spec.submodule_search_locations or [])]
        if places and not any(within(place) for place in places if place):
            versions = [each.version for each in packages if each not in own] or ['']
            yield {'module': module, 'version': versions[0], 'place': next((place for place in places if place), '')}

print(json.dumps(list(copies())))
`;
