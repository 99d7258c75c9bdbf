"""The table of diagnostic codes: what `toolgen explain` prints, and the texts that every message is made from.

The first digit says who speaks: 0 configuration, 1 reading source, 2 declarations, 3 types, 4 generated files,
5 what targets are told, 6 changing source.
"""

from __future__ import annotations

from functools import partial
from typing import Literal, NamedTuple

Severity = Literal["error", "warning", "note"]


class Code(NamedTuple):
    """A kind of diagnostic: `message`, `help` for `str.format`, an `explanation` in Markdown, and what `fix` does."""

    severity: Severity
    id: str
    title: str
    message: str
    help: str
    explanation: str
    fix: str = ""


_error = partial(Code, "error")
_warning = partial(Code, "warning")
_note = partial(Code, "note")


def _table(*codes: Code) -> dict[str, Code]:
    return {code.id: code for code in codes}


CODES: dict[str, Code] = _table(
    # -- 0: configuration; these end the run with exit code 2 -------------------------------------------------
    _error(
        "TG001",
        "unreadable configuration",
        "this configuration cannot be read: {reason}",
        "correct the file at this place, or its permissions",
        "`pyproject.toml` or `toolgen.toml` cannot be read, is not valid TOML, or not valid UTF-8. Nothing was read or written.",
    ),
    _error(
        "TG002",
        "unknown configuration key",
        "unknown configuration key `{key}`",
        "{suggestion}",
        "A key under `[tool.toolgen]` that toolgen does not know is an error rather than ignored: a misspelt\n"
        "`exclude` would otherwise silently scan everything.",
    ),
    _error(
        "TG003",
        "invalid configuration value",
        "`{key}` must be {expected}, not {found}",
        "write `{example}`",
        "The value of a configuration key has the wrong type, or is not one of the values that the key takes.",
    ),
    _error(
        "TG004",
        "path leaves the project",
        "`{key}` is `{value}`, which is outside the project",
        "write a path below the folder of the configuration file, without `..`, not absolute, and through no link that leads out",
        "toolgen writes and deletes files in its output folder, so that folder must lie inside the project: a\n"
        "relative path without `..`, and not the project folder itself. What its templates say is published.",
    ),
    _error(
        "TG005",
        "no such path",
        "`{path}` does not exist",
        "correct the path; relative paths start at the folder of the configuration file",
        "A path that the configuration or the command line names is not there.",
    ),
    _error(
        "TG006",
        "missing template",
        "the template `{template}` {reason}",
        "{suggestion}",
        "`templates` names a folder whose templates replace toolgen's own. Every template in it must carry the name of one\n"
        "that toolgen has, or be named by `render`, and include only what is there.",
    ),
    _error(
        "TG007",
        "template fails",
        "the template `{template}` fails: {reason}",
        "correct the template at this line, and put it into the project if it is elsewhere",
        "A template of the project is not valid Jinja, uses a name that it is not given, or is no file of the project's: what a link\n"
        "leads to outside of it would be published.",
    ),
    _error(
        "TG008",
        "no configuration",
        "there is no configuration in {place}",
        "run `toolgen init`, or name a file with `--config`",
        "toolgen reads `toolgen.toml`, or `[tool.toolgen]` of `pyproject.toml`, in the current folder or the nearest one\n"
        "above it. `toolgen scan` needs none.",
    ),
    _error(
        "TG009",
        "dialect that fails",
        "the dialect `{name}` ({value}) of another package fails: {reason}",
        "correct, update or uninstall the package that has the entry point `{name}` in the group `toolgen.dialects`",
        "An installed package says that it has a dialect, and that cannot be imported, is no `Dialect`, or fails when it\n"
        "is asked. What it would find is not known, so that nothing is written.",
    ),
    _error(
        "TG010",
        "link out of the project",
        "this is a link that leads out of the project, and nothing is written through it",
        "put the file or folder itself in its place, and run the command again",
        "`toolgen init` adds to files and creates them in the folder that it is run in, and nowhere else; `toolgen templates\n"
        "export` creates them in the project.",
    ),
    _error(
        "TG011",
        "template for another context",
        "the template `{template}` is written for context {wanted} of templates, and this is context {version}",
        "compare it with what `toolgen templates export` writes now, and state `{{# toolgen context {version} #}}`",
        "What templates are given has a version. A template that states which one it is written for is not rendered with another,\n"
        "in which names may be missing or mean something else.",
    ),
    _error(
        "TG012",
        "output that is taken",
        "`{output}` is taken by {other}",
        "write the path of another file",
        "What `render` names as `output` is a file of its own in the output folder, neither one that toolgen writes nor below one.",
    ),
    # -- 1: reading source ------------------------------------------------------------------------------------
    _error(
        "TG101",
        "syntax error",
        "{reason}",
        "correct the syntax, or list the file under `exclude` if it is not meant to be Python {version}",
        "The file mentions tools but is not valid Python for the interpreter that runs toolgen. The tools of other files\n"
        "are still read, but nothing is written until every file parses.",
    ),
    _error(
        "TG102",
        "undecodable source",
        "this file is not valid {encoding}: {reason}",
        "save it as UTF-8, or declare its encoding in the first line: `# -*- coding: … -*-`",
        "Python source is UTF-8 unless a byte order mark or a coding line says otherwise (PEP 263, PEP 3120).",
    ),
    _error(
        "TG103",
        "null bytes in source",
        "this file holds null bytes, so it is not Python source",
        "save it as UTF-8 (UTF-16 looks like this), or list it under `exclude`",
        "Python refuses source with null bytes. The usual reason is a file saved as UTF-16.",
    ),
    _error(
        "TG104",
        "file too large",
        "this file is {size:,} bytes, more than the limit of {limit:,}",
        "list it under `exclude`, or raise `max_file_size`",
        "A file this large is almost always data. It is not read, so that a build stays fast; it is not skipped in\n"
        "silence either, because a tool in it would be lost.",
    ),
    _error(
        "TG105",
        "unreadable path",
        "this path cannot be read: {reason}",
        "correct its permissions, or list it under `exclude`",
        "The operating system refused to open a file or to list a folder, so that tools in it may be missed.",
    ),
    _error(
        "TG106",
        "symbolic link loop",
        "this symbolic link leads back to a folder above it",
        "remove the link, or list it under `exclude`",
        "Following the link would never end. Links to folders are otherwise followed, each folder once.",
    ),
    _error(
        "TG107",
        "source too deep or too dense",
        "{what} {reason}",
        "simplify the expression, or list the file under `exclude` if it is generated",
        "Python's parser gives up on hundreds of nested brackets or operators, and toolgen on names that lead to each other through\n"
        "hundreds of files. A file of more than 500,000 names, numbers, operators and lines is data, whose tree would take most of the\n"
        "memory; so is a number of thousands of digits, which Python does not write.",
    ),
    _warning(
        "TG108",
        "unused suppression",
        "`toolgen: ignore[{codes}]` suppresses nothing",
        "remove the comment, or correct its codes",
        "A suppression that matches no diagnostic on its line hides the next real one.",
        fix="takes the codes out of the comment",
    ),
    _error(
        "TG109",
        "evaluating takes too much work",
        "evaluating the expressions of this {whose} takes too much work, and what it asks from here on is not known",
        "write what they come to instead of code that makes it, or `exclude` the files that hold no tools",
        "Values and registrations are followed through the code without running it. Each question may take some work and\n"
        "time, and all of a file, and of the project, as much as their number allows: code that makes large values for each of many\n"
        "tools comes to an end here rather than to a build that takes minutes.",
    ),
    # -- 2: declarations --------------------------------------------------------------------------------------
    _error(
        "TG201",
        "argument is not constant",
        "`{argument}` is not a constant: `{text}`",
        "write a literal, or a name that is bound to one",
        "toolgen reads declarations without running them, so what they say must be knowable from the source: literals,\n"
        "constants of modules and classes, and all that follows from these. What only describes a tool may be left out\n"
        "(TG217); a name, a type or a constraint may not.",
    ),
    _error(
        "TG202",
        "unknown tool argument",
        "`{argument}` is not an argument of `@{decorator}`",
        "{suggestion}",
        "The decorator would raise TypeError for this argument when the module is imported.",
    ),
    _error(
        "TG203",
        "tool without a description",
        "the tool `{tool}` has no description",
        "write a docstring whose first line says what the tool does",
        "The description is all that a model knows of a tool. Without one it is chosen by its name alone.",
    ),
    _error(
        "TG204",
        "invalid tool name",
        "`{tool}` is not a valid tool name: it must match `{pattern}`",
        'rename the function, give another name (`@tool("name")`), or set `name_pattern` in the configuration',
        "`^[a-zA-Z_][a-zA-Z0-9_-]{0,63}$` is what every provider accepts. `name_pattern` in the configuration sets another\n"
        "rule.",
    ),
    _error(
        "TG205",
        "duplicate tool name",
        "the tool `{tool}` is defined twice",
        'rename one of them, or set `on_duplicate` to "first" or "explicit"',
        'A model calls a tool by its name, so a name must mean one tool. `on_duplicate = "first"` keeps the first by path\n'
        'and line; `"explicit"` keeps the one that `tools` in the configuration lists. Tools of two servers are no\n'
        "duplicates (TG229).",
        fix="gives the later one a `name`, with its module before it, where its decorator says none",
    ),
    _error(
        "TG206",
        "invalid argument value",
        "`{argument}` of the tool `{tool}` must be {expected}",
        "{suggestion}",
        "A decorator argument or class attribute has a value of the wrong type, or not one of those allowed.",
    ),
    _error(
        "TG207",
        "no such parameter",
        "`{argument}` of the tool `{tool}` names `{name}`, which is not one of its parameters",
        "{suggestion}",
        "`param_descriptions`, `params`, `required`, `multiline`, `examples` and a docstring's arguments speak of the\n"
        "parameters of the function. A name that is none of them is a mistake or left over from a rename.",
    ),
    _warning(
        "TG208",
        "documented parameter does not exist",
        "the docstring of the tool `{tool}` describes `{name}`, which is not one of its parameters",
        "{suggestion}",
        "The description would be lost. Usually the parameter was renamed and its docstring was not.",
        fix="removes the entry, or gives it the name that is meant",
    ),
    _error(
        "TG209",
        "invalid schema fragment",
        "`{argument}` of the tool `{tool}` is not valid JSON Schema: {reason}",
        "correct the fragment; see JSON Schema 2020-12",
        "A fragment in `params` or a `parameters_schema` goes to the model as it is written, and so do the values that `Field` and its\n"
        "like are given. Providers refuse what is not JSON Schema, and what is nested more than 64 schemas deep: a class is\n"
        "referred to, and counts for itself.",
    ),
    _error(
        "TG210",
        "tool not found",
        "`{key}` lists `{name}`, which is not a {what}",
        "{suggestion}",
        "Entries of `tools` are `module:qualname` references to tools that toolgen found; those of `servers` name the objects\n"
        "that tools are declared with, or the framework (`fastmcp`) of those of which no object is known; those of `extras` are\n"
        "patterns of the names of tools, or behind `category:` of their categories. `bare_names` takes a name for what a\n"
        "framework has, or `decorators`, `type_map` or `signature_decorators` say something of.",
    ),
    _warning(
        "TG211",
        "declaration cannot be followed",
        "a tool is registered here by {what}, which is not followed",
        "mark the function with the decorator of {dialect}, or compare with what is served: `toolgen verify MODULE:NAME`",
        "toolgen saw that a tool is registered here but not which: it reads decorators and classes, and\nfollows calls where the source says what they are given. The tool is missing from the generated files.",
    ),
    _note(
        "TG212",
        "schema is not enforced in full",
        "`dispatch` does not enforce {keywords} of the input schema of the tool `{tool}`",
        "check it in the function, or say it with keywords that are enforced",
        "A model is told, but a call that breaks it gets to the function. The generated validator enforces types, enum,\nconst, bounds, lengths, patterns, items, properties, `$ref` and unions.",
    ),
    _warning(
        "TG213",
        "decorator changes the signature",
        "the decorator `{decorator}` changes what `{tool}` looks like: {reason}",
        'say what it does: `"{decorator}" = "keeps"` under `signature_decorators`, or a list of what it removes',
        "A tool's schema is made of the signature that `inspect.signature` shows when the module is imported. This decorator\n"
        "replaces it by one that stands nowhere in the source, so that the schema may have parameters that the tool has not.\n"
        '`signature_decorators` in the configuration says what a decorator does: `"app.auth.require_user" = ["user"]` for\n'
        'one that fills the parameter `user` itself, `"keeps"` for one that leaves the signature as it is.',
    ),
    _warning(
        "TG214",
        "decorator cannot be followed",
        "what the decorator `{decorator}` does to the signature of `{tool}` is not known",
        'say what it does: `"{decorator}" = "keeps"` under `signature_decorators`, or a list of what it removes',
        "Decorators of the project, and of packages whose source is found, are followed; well-known ones are known. This one\n"
        "is neither, or does what cannot be followed. The schema is that of the function as it is written, which is right\n"
        "for a decorator that uses `functools.wraps`. `signature_decorators` in the configuration says what it does.",
    ),
    _warning(
        "TG215",
        "tool is declared in several ways",
        "`@{decorator}` declares the tool `{tool}` in several ways, depending on what is known only when it runs",
        "declare it in one way, or with the decorator of the framework",
        "A function of the project that stands around a framework's decorator gives it other arguments on different ways\n"
        "through it. The first way is the one that is used.",
    ),
    _warning(
        "TG216",
        "value depends on the environment",
        "`{argument}` depends on the environment: `{text}`",
        "write a constant, or silence this where the generated files are built with the same environment",
        "The generated files say what holds where the environment sets nothing: the fallback of `os.environ.get`, the\n"
        "defaults of a settings class. Where it sets something, the tool that runs is not the one that was described.",
    ),
    _warning(
        "TG217",
        "description is not constant",
        "`{argument}` is not a constant, so the generated files do not show it: `{text}`",
        "write a literal, or a name that is bound to one",
        "A description, title, tag, example, hint, timeout or request for approval that is made when the code runs, or a\n"
        "`json_schema_extra` that is a function, which shows a type otherwise and takes the same values. The\n"
        "tool comes out without it; a docstring stands in for a description. A model that reads the generated files is told\n"
        "less than one that is told by the framework.",
    ),
    _warning(
        "TG218",
        "possible tool",
        "this may declare a tool, as in {dialects}, but `{module}`, where `{name}` comes from, was not found",
        'install `{module}`, add its folder to `search_path`, or say what it is under `bare_names`: `{name} = "{meant}"`',
        "Decorators and base classes are known by where they come from, under whatever name. This one comes from a module\n"
        "that was not found, so that it may be a framework's, or something else of the same name. With an entry in\n"
        "`bare_names` such a name is taken for what the entry says. If it declares no tool, ignore the warning.",
    ),
    _error(
        "TG219",
        "pattern may never end",
        "trying {patterns} of the tool `{tool}` on what a model sends may take a time without end",
        "write it so that no loop can read one text in two ways, as `^a+$` for `^(a+)+$`, or give it a small `maxLength`",
        "Python's `re` tries every way in which the loops of a pattern can read a text before it says no. Where a loop can read\n"
        "one text in two ways, each further character doubles them: thirty characters from a model stop the process. The build\n"
        "counts the steps from above. A pattern that needs no more than 500 for each character is tried on every text. One\n"
        "that needs more, as where loops follow each other over the same characters (`^\\S+@\\S+\\.\\S+$`), is tried on texts\n"
        "up to its `maxLength` or to the length at which it needs a million; a longer text is refused. The pattern is an error\n"
        "where that length is below both 100 and its `maxLength`, where names are to match it (`patternProperties`) and it has\n"
        "such a length, and where steps are not counted: what refers to a group (`\\1`), a choice in what is looked for behind\n"
        "(`(?<=ab|cd)`), and what is too large: 4,000 characters, or some hundred that may all be left out (`a?b?c?…`).\n"
        "Counting may take some seconds for all patterns of a project: what comes after them is not counted, either.",
    ),
    _warning(
        "TG220",
        "timeout cannot be kept",
        "the timeout of the tool `{tool}` does not count when it is awaited: it is sync, and runs in the thread that waits",
        'make it `async def`, or leave out `sync_tools = "inline"`',
        'With `sync_tools = "inline"` the event loop itself runs a sync tool, and cannot end its wait before the tool does.\n'
        "`dispatch_sync` keeps to the time, as do the processes and threads that an `Executor` is given: where the tool is\n"
        "only called by these, ignore the warning.",
    ),
    _note(
        "TG221",
        "registration hangs on a condition",
        "the tool `{tool}` is registered here only under a condition that is known when it runs",
        "if it is always there, register it without the condition; otherwise silence this",
        "The condition depends on what toolgen cannot know: an argument, a setting, the environment. The tool is in the\n"
        "generated files. Where the condition does not hold, a server does not have it.",
    ),
    _note(
        "TG222",
        "tool of a script",
        "the tool `{tool}` is declared only when the file is run as a script, so it is left out",
        'declare it outside of `if __name__ == "__main__"`',
        'What stands below `if __name__ == "__main__"` does not exist when the module is imported, as `dispatch` does.',
    ),
    _warning(
        "TG224",
        "name is not constant",
        "`{argument}` is not a constant, so the tool has the name of the function, `{tool}`: `{text}`",
        "write a literal, or a name that is bound to one",
        "The name is known only when the code runs. What a model calls the tool is then another name than the one here, so that\n"
        "a server and the generated files disagree, unless both are the same by chance.",
    ),
    _error(
        "TG225",
        "validators cannot be run",
        "the validators of {what} cannot be run when the tool is called",
        "write them in {where}",
        "What is in the annotation of a parameter, or in a model of all arguments, pydantic runs. It does not where a type\n"
        "stands in `params` alone, where the model is made in a function, so that nothing can import it, where the\n"
        "application supplies some of its fields, which the model has to see as well, or where an annotation is text with a\n"
        "name that its module does not have: one below `if TYPE_CHECKING`, of a class or of a function around.",
    ),
    _warning(
        "TG226",
        "tools are served otherwise",
        "`{call}` hides, renames or changes tools when it runs: the manifest has them as they are declared",
        "give a prefix in `[tool.toolgen.servers]`, or compare with what is served: `toolgen verify {object}`",
        "A server may serve the tools of another under a prefix, hide some, or change them. The names of a server that is\n"
        "mounted with a constant text are those that are served, if it is mounted in one way alone; what else a call does to\n"
        "tools that are there is not followed: models that are told of them through this server know them otherwise.\n"
        "`toolgen verify` is given the name that the server has in a module, or a call of a function that returns it.",
    ),
    _error(
        "TG227",
        "tool that cannot be called",
        "`{name}` is no tool that can be called: {reason}",
        "{example}",
        "A tool is a function, a method, or a class below `Tool` whose `execute` is called. Something of that is missing here,\n"
        "so that each call would fail, or no tool would be found.",
    ),
    _warning(
        "TG228",
        "tool without a description",
        "the tool `{tool}` has no description, and is published without one",
        "write a docstring whose first line says what the tool does",
        "The framework of the tool takes it as it is. The description is all that a model knows of a tool: without one it is\n"
        "chosen by its name alone.",
    ),
    _warning(
        "TG229",
        "tool of another server",
        "the tool `{tool}` of `{server}` is left out: `{other}` has one of this name",
        'give the names of one a prefix: `servers = {{ "{server}" = "other_" }}`, or leave one out with `false`',
        "Two servers may have tools of one name, and so may two frameworks; a model that is told of both needs two names. The\n"
        "server whose tools come first by path and line keeps the name, and the manifest says what is left out. In\n"
        "`[tool.toolgen.servers]` a prefix stands before the names of all tools of a server, as where it is mounted with a\n"
        "namespace, and `false` leaves them out.",
    ),
    _error(
        "TG230",
        "example that is no call",
        "an example of `{tool}` does not fit its schema: {reason}",
        "write arguments that the tool takes",
        "Examples are shown to models and people, and are sent to providers. One that the tool would refuse teaches a model to\n"
        "make the same mistake.",
    ),
    _warning(
        "TG231",
        "default that is no argument",
        "the default of `{name}` does not fit its own type: {reason}",
        "write a default of that type, or a type that has it",
        "A model is told of the default and may send it, and the call is refused then: frameworks do not look at defaults,\n"
        "and validate what is sent.",
        fix="lets the type be `None` where that is the default",
    ),
    _warning(
        "TG232",
        "tool that is changed later",
        "`{text}` changes the tool `{tool}` after it is declared: the manifest has it as it is declared",
        "say it where the tool is declared; of a class that says no name each object that is told one is a tool",
        "What a framework makes of a function is an object, whose name, description or parameters may be set anew when the\n"
        "project runs. Models are then told otherwise than the generated files say.",
    ),
    _warning(
        "TG233",
        "text that is still to be written",
        "the text of `{names}` of the tool `{tool}` has still to be written: `{texts}`",
        "say what it is",
        "A description that begins with `TODO` is told to models as it is. `toolgen fix` writes such entries for parameters\n"
        "that are not described (TG611).",
    ),
    _note(
        "TG234",
        "server handed to code that is not read",
        "`{server}` is {how} `{to}`, which may register tools that are not known here",
        "compare with what is served: `toolgen verify MODULE:NAME`",
        "toolgen reads the project. What another package, or an object of which nothing is known, does to a server that it is\n"
        "given or makes is seen when it runs: such tools are told to models and are missing in the generated files. Each\n"
        "function and each server is told once. If it registers none, suppress the note at this line.",
    ),
    _warning(
        "TG235",
        "argument that callers may give",
        "`{argument}` is what callers give for `{text}`: the tool has the default, {value}",
        "write a constant, or silence this where all callers leave it so",
        "A function that makes a tool takes its name or description as a parameter. No call of it is found, so that the tool\n"
        "is what a call without it makes; who uses the project may give another.",
    ),
    _note(
        "TG236",
        "copy of a framework",
        "`{name}` is read as `{original}`, of which it is a copy: what it does otherwise is not known",
        'if it fills parameters itself, name them: `"{original}" = ["name"]` under `signature_decorators`; or compare: `toolgen verify`',
        "A project may keep a framework in a package of its own, and change it: leave parameters out, give tools other names,\n"
        "or describe them otherwise. Its tools are read by the rules of the framework as it is published.",
    ),
    _error(
        "TG237",
        "arguments without names that a framework does not give",
        "`{name}` of the tool `{tool}` is given nothing: the framework does not call functions with such a parameter",
        "write a parameter for each argument, or one of a list or dictionary",
        "Frameworks make a schema of the names of parameters, and give each argument by its name: nothing then gets into `*args`,\n"
        "and what they publish of it, and of `**kwargs`, is no call of the function. fastmcp refuses both when it is imported.",
    ),
    _warning(
        "TG238",
        "what declares tools is replaced",
        "`{name}` is replaced here: the tools that it declares may have other names, descriptions and parameters than are known",
        "say it where the tools are declared, or compare with what is served: `toolgen verify MODULE:NAME`",
        "A function in the place of a framework's own, `mcp.tool = patched(mcp.tool)`, may rewrite what it is given before a tool\n"
        "is made of it. It is not followed: the manifest has the tools as their declarations say.",
    ),
    _warning(
        "TG239",
        "function is shadowed",
        "the function of this tool cannot be imported: `{name}` is something else from line {line} on",
        "give the function a name of its own, or bind the server that has it: `dispatch.bind(server)`",
        "The dispatch module finds the function of a tool by its name, and would call what has that name in the end. It is taken\n"
        "from what is bound instead, as a function inside another one is, and calls before that fail; a method is not found.",
    ),
    # -- 3: types ---------------------------------------------------------------------------------------------
    _error(
        "TG301",
        "unknown name",
        "`{name}` is not defined in this module",
        "define or import it",
        "The annotation, argument or decorator names something that the module neither defines nor imports, so that what it\n"
        "means cannot be known.",
    ),
    _error(
        "TG302",
        "module not found",
        "`{name}` comes from `{module}`, which was not found",
        "install it into the environment that `python` names, add its folder to `search_path`, or map `{qualified}` in `type_map`",
        "The class is defined outside the project, and its source was found neither in the environment nor in the search\n"
        "path. toolgen reads that source; it never imports it. Where it cannot be there, `type_map` in the configuration\n"
        'says what the class is to JSON: `"pandas.DataFrame" = "list[dict[str, Any]]"`.',
    ),
    _error(
        "TG303",
        "unsupported type",
        "`{name}` has no JSON Schema",
        "use a type that JSON can carry, give the schema in `params`, or map the class in `type_map`",
        "A model can only send JSON. This type has no form in it that toolgen knows.",
    ),
    _warning(
        "TG304",
        "missing annotation",
        "the parameter `{name}` of the tool `{tool}` has no annotation",
        "annotate it, for example `{name}: str`",
        "Without an annotation any JSON would be accepted, and the model is told nothing about it.",
    ),
    _note(
        "TG305",
        "default is not constant",
        "this default is not a constant, so the schema does not show it: `{text}`",
        "write a literal, or a name that is bound to one, if the model should know it",
        "The parameter is optional, and the function's own default is used when it is left out. Only the model is not\n"
        "told what it is.",
    ),
    _error(
        "TG306",
        "invalid annotation",
        "`{text}` is not a valid annotation: {reason}",
        "correct the annotation",
        "The annotation is not an expression that the typing rules allow.",
    ),
    _note(
        "TG307",
        "return type is not known",
        "the return type is not known, so the tool has no output schema: {reason}",
        "use a type that JSON can carry if callers should know the shape of the result",
        "Only the output schema is left out. The tool itself is complete.",
    ),
    _error(
        "TG310",
        "member values are not known",
        "the values of the members of `{name}` are not known: {reason}",
        "write the values as literals or as `auto()`",
        "A model is told the values of an enumeration, so they must be knowable from the source. Those that code makes\n"
        "(`__new__`, `_generate_next_value_`, a metaclass) are not.",
    ),
    _error(
        "TG312",
        "schema is made by a method",
        "`{name}` makes its own JSON Schema in `{hook}`, which is not run",
        "give the schema in `params`, map the class in `type_map`, or write `Annotated[…, WithJsonSchema(…)]`",
        "A class with `__get_pydantic_core_schema__` or `__get_pydantic_json_schema__` computes its schema when it is imported.\n"
        "toolgen runs none of the code it reads, so it knows the result only where it is made of constants and of functions\n"
        "of `pydantic_core.core_schema` that it knows.",
    ),
    _error(
        "TG314",
        "metadata does not apply",
        "`{text}` does not apply to `{type}`",
        "remove it, or annotate the type that it is meant for",
        "This metadata on this type is an error in pydantic when the annotation is read, so a tool with it cannot be\n"
        "defined: `strict` needs a type that has a strict mode, `fail_fast` a collection, `union_mode` a union, and\n"
        "`PastDate` a date.",
    ),
    _warning(
        "TG315",
        "metadata is not understood",
        "what `{text}` says of this type cannot be known by reading, so the schema does not show it",
        "write a `Field(...)`, or say what the schema is with `WithJsonSchema`",
        "An object in `Annotated` may rewrite the schema when it runs: one whose class has `__get_pydantic_core_schema__` or\n"
        "`__get_pydantic_json_schema__`, one that a function makes, or one of a package that was not found. toolgen reads\n"
        "`Field`, the classes of `annotated_types` and those of pydantic; other objects say nothing, as pydantic has it.\n"
        "Nor does it follow the settings by which a function makes the titles of a model, or by which the schema of the input\n"
        "is that of the output (`json_schema_mode_override`).",
    ),
    _error(
        "TG316",
        "wrong number of type arguments",
        "`{name}` takes {expected}, not {given}",
        "give one for each of its type parameters",
        "A generic class or alias has a type in brackets for each of its type parameters; those that have a default may be\n"
        "left out at the end. Python refuses other numbers when the annotation is evaluated, but for too many of a builtin\n"
        "class: of `list[int, str]` it takes the first, as pydantic does, which is a warning.",
    ),
    _warning(
        "TG318",
        "name depends on a condition",
        "`{name}` means one thing or another here, by a condition that only running the code decides",
        "bind it once, or in branches of `TYPE_CHECKING`, `sys.version_info` or `sys.platform`",
        "Two branches of an `if` bind the name differently, or a class body has the field or member in one alone. The schema\n"
        "is made from the likelier one: the first branch, or what is bound where a module is imported rather than run as a\n"
        "script. `python_version` and `platform` in the configuration decide conditions on these.",
    ),
    _error(
        "TG319",
        "name not found in its module",
        "`{name}` is imported from `{module}`, where nothing that can be read defines `{absent}`",
        "import it from where it is defined, or give its type in `type_map`",
        "The module was found, and neither binds the name, nor imports it, nor has a submodule of that name, nor does its\n"
        "`__getattr__` give it; or its file cannot be read, as is said there.",
    ),
    _error(
        "TG320",
        "union cannot be discriminated",
        "the discriminator does not tell the members of this union apart: {reason}",
        "give each member a field of that name with a `Literal` of its own, or a `Tag` where a function discriminates",
        "`Field(discriminator=...)` names the field by whose value a member is chosen. pydantic refuses a union, when it is\n"
        "defined, of which a member is no class, or lacks the field, or has it under another alias, or of which two members\n"
        "share a value. The type of the field is a `Literal`; an enumeration is none.",
    ),
    _warning(
        "TG321",
        "class is changed by code",
        "`{what}` may change the fields of `{name}`, and is not run",
        "write the fields into the class, or give the schema in `params` or in `type_map`",
        "A metaclass, a decorator, `__init_subclass__` or `__pydantic_init_subclass__` runs when the class is made, and this\n"
        "one speaks of annotations or fields, writes into the namespace of the class, or cannot be found; or a statement\n"
        "changes the fields of the class afterwards. The schema is that of the class as it is written.",
    ),
    _error(
        "TG322",
        "name is made by code",
        "`{name}` comes from `{module}`, which makes names by code that is not run",
        "import it from where it is defined, or give its type in `type_map`",
        "The module was found, and no statement of it binds the name; but it has a `__getattr__` that cannot be followed,\n"
        "writes into its own `globals()`, or is compiled, so that only running it tells what the name means.",
    ),
    _note(
        "TG323",
        "member of a union is left out",
        "{member}, so a model is offered the other members of this union",
        "nothing is to be done if only code passes such a value",
        "Members that JSON cannot carry (functions, buffers, classes of which nothing is known) are skipped by pydantic as well.\n"
        "A union of which no member but `None` is left is an error.",
    ),
    _error(
        "TG324",
        "invalid value in metadata",
        "`{argument}` must be {expected}",
        "correct the value, or leave the argument out",
        "An argument of `Field`, of another class of metadata or of the settings of a model cannot have this value. pydantic refuses\n"
        "it when the class is made, or shows it in a schema that providers refuse. A default that names no member of its\n"
        "enumeration raises when the function or class is defined.",
    ),
    _error(
        "TG326",
        "type is too large",
        "`{name}` is too large to be written as a schema: {reason}",
        "give a part of it a definition of its own, which is a class or a `type` statement",
        "An alias is written where it is named, so that aliases of aliases can double with each of them; a generic class has\n"
        "a definition for each of its arguments. A class, and what a `type` statement names, is written once.",
    ),
    _error(
        "TG327",
        "name that only type checkers see",
        "`{name}` is there for type checkers only: {reason}",
        "import it outside of `if TYPE_CHECKING`",
        "Python evaluates an annotation where it stands, unless it is text, the module has `from __future__ import annotations`, or\n"
        "`python_version` is 3.14 or later (PEP 649); pydantic evaluates those of its models later, among the names that the\n"
        "module has then, and calls fail, which is a warning: any code may give it the name, by `model_rebuild`.",
    ),
    _error(
        "TG328",
        "annotation that is text is not looked up here",
        "the annotation of `{parameter}` is text, which {dialect} looks up in a module of its own, where there is no `{name}`",
        "write it without quotes and `from __future__ import annotations`, or give the arguments as a model",
        "A framework that does not ask for the type hints of a function gives pydantic the text of its annotations. That does\n"
        "not know the names of the module in which the function stands, and says that the tool is not fully defined.",
    ),
    # -- 4: generated files -----------------------------------------------------------------------------------
    _error(
        "TG401",
        "generated file was edited by hand",
        "this generated file was edited by hand",
        "undo the edit, or run `toolgen build --force` to overwrite it",
        "Its content is not what toolgen wrote, as `toolgen.sum` beside it records. toolgen does not overwrite the work of\n"
        "a person unasked. After a merge, `toolgen build --force` is the right answer.",
    ),
    _error(
        "TG402",
        "file is not toolgen's",
        "toolgen did not write this file, and the output folder is for generated files alone",
        "move or delete it, or set `output` to another folder",
        "toolgen overwrites and deletes only what `toolgen.sum` lists. `__init__.py`, `py.typed` and files whose names\n"
        "begin with a dot may stand beside them.",
    ),
    _error(
        "TG403",
        "cannot write",
        "this path cannot be written: {reason}",
        "correct its permissions, remove what stands in its place, or set `output` to another folder",
        "The operating system refused, or what has the name of a generated file is no file: a device or pipe is never opened. Files are\n"
        "replaced one by one and only when all are ready, so none is half written.",
    ),
    _error(
        "TG404",
        "manifest differs from what runs",
        "the {which} of the tool `{tool}` differs at `{pointer}`: {manifest} in the manifest, {runtime} at run time",
        "look for code that changes the tool when it runs; if there is none, report it to toolgen with the source of the tool",
        "`toolgen verify` imported the tool and had pydantic derive its schemas, as the frameworks do. What toolgen read in the\n"
        "source is not the same. Titles that pydantic makes from names, and descriptions that toolgen takes from docstrings,\n"
        "do not count.",
    ),
    _error(
        "TG405",
        "tool cannot be imported",
        "{what} cannot be imported and introspected: {reason}",
        "{way_out}",
        "`toolgen verify` runs the project's code in another process. A dependency is missing there, the module fails or takes\n"
        "too long when it is imported, or the annotations of the function have no meaning at run time. `toolgen build` needs\n"
        "none of this.",
    ),
    _error(
        "TG406",
        "no manifest to verify",
        "{state}: there is nothing to compare what runs with",
        "run `toolgen build`, and commit what it writes",
        "`toolgen verify` compares the manifest that is committed, which is what an agent is given, with the functions as they\n"
        "are at run time. One that is missing or stale says nothing of them. `toolgen check` shows what is stale.",
    ),
    _error(
        "TG407",
        "one side has no such tool",
        "{side} has the tool `{tool}`, and {other} has not",
        "look for what renames, adds, disables or mounts tools at run time: declare the tool where and as it is served, or name the other servers, toolkits and tools, too",
        "`toolgen verify` asked the framework of a server or toolkit for its tools. Prefixes of mounted servers, transforms, tags\n"
        "that are left out and registrations that only running finds change what is served; the manifest has to say the same.",
    ),
    _error(
        "TG408",
        "call differs from the framework's",
        "the tool `{tool}` is handed {ours} by dispatch, and {theirs} by its framework, for {arguments}",
        "look in docs/dispatch.md whether it is meant; if it is not there, report it to toolgen with the source of the tool",
        "`toolgen verify --calls N` drew arguments from the input schema, and compared what the generated module decodes them\n"
        "to with what the framework's validation makes of them. No tool was called. Arguments that do not fit the schema, and\n"
        "that only pydantic's lax mode accepts, do not count.",
    ),
    _error(
        "TG409",
        "environment lacks what the manifest was made with",
        "the {what} was known when the committed manifest was made, and `{module}` is not found here",
        "run toolgen in the project's environment, name its interpreter as `python` in the configuration, or say in `type_map` what the class is",
        "toolgen reads the source of installed packages. This environment lacks one that the committed manifest was made with, so that\n"
        "the files would be others for no change of the project's: nothing is written or compared. pre-commit runs hooks in an environment of\n"
        "their own: give the hook `language: system`, or `additional_dependencies`; or set `python`; or map the class in `type_map`.",
    ),
    _error(
        "TG411",
        "another build is at work",
        "another build writes to this folder, or has since this one read it",
        "run `toolgen build` again when the other one is done",
        "Two builds of different sources would each write a part of the files. The one that comes second writes nothing.",
    ),
    _error(
        "TG412",
        "toolgen made an error",
        "internal error: toolgen fails at {what}: {reason}",
        "report it with the source of the tool and what TOOLGEN_DEBUG=1 shows, and leave that out meanwhile; or correct the template, if it is the project's own",
        "toolgen did not foresee what the source says here, or made Python that does not compile or JSON that cannot be read of it: every\n"
        'file that is new is read once more before anything is written. Nothing is replaced, and with `on_error = "skip"` the\n'
        "tool alone is left out. An error here is one of toolgen, or of a template that `templates` names.",
    ),
    # -- 5: what targets are told --------------------------------------------------------------------------------
    _error(
        "TG501",
        "tool that a provider refuses",
        "the tool `{tool}` is refused by {target}: {reason}",
        "{way}, or leave out {target} under `targets`",
        "A provider answers a request with such a tool with an error (400), whatever else is in the request. Only the\n"
        "providers in `targets` are asked for; docs/providers.md says what each takes and who says so.",
    ),
    _error(
        "TG502",
        "more tools than a request takes",
        "{target} takes at most {most} {what} in one request, and there are {count}",
        'set `sends = "selection"` of {target} under `targets` if each request is sent some of them, `strict = "plan"` where strict ones are too many, or leave it out',
        "A provider answers a request with more tools with an error (400), and one with more strict tools, or with more\n"
        "optional parameters or unions in these. An application that sends those alone which a conversation needs, by\n"
        '`Toolbox.select` or `Toolbox.search`, stays below it, and says so: `{ name = "openai", sends = "selection" }`.\n'
        '`strict = "plan"` stays below the limits of strict tools.',
    ),
    _error(
        "TG503",
        "schema that a target cannot be told",
        "what `{tool}` takes cannot be told to {target} without meaning something else: {reason}, at {place}",
        "leave out {target} under `targets` or take one that has references, or give the argument a type that is not recursive",
        "This target has no references, so that each definition stands where it is referred to. One that leads back to itself\n"
        "has no end there, and anything less would be another type. `gemini-json` has references where `gemini` has none.",
    ),
    _note(
        "TG504",
        "schemas in other words",
        "{keywords} of {tools} told otherwise to {target}: {said}",
        "`toolgen show NAME` lists them for a tool; `unsupported` under `targets` says what becomes of them",
        "A target does not take every keyword of JSON Schema. What it does not have and cannot be said in others is `described`\n"
        'in words for the model ("Must be between 1 and 10."), or `dropped`, where that was configured or there are no words for\n'
        "it. Dispatch checks arguments by the whole schema in any case.",
    ),
    _error(
        "TG505",
        "keyword that a target does not have",
        "`{keyword}`, which the schema of `{tool}` has at {place}, is unknown to {target}",
        'write the type in another way, or set `unsupported = "describe"` for {target} under `targets`',
        'With `unsupported = "error"` a schema has to be told as it is, or in other keywords that mean the same.',
    ),
    _note(
        "TG506",
        "plan of strict tools",
        "{strict} of {count} tools are strict for {target}{reasons}",
        "nothing has to be done; with fewer optional parameters and unions, more tools fit",
        "A provider holds a model to the schemas of strict tools, within limits of each request. The plan takes those tools\n"
        "first of which a schema says most for what they take of the limits, and names what it leaves out. A selection of\n"
        "tools at run time has a plan of its own.",
    ),
    _error(
        "TG507",
        "tool that cannot be strict",
        "the tool `{tool}` has no strict form for {target}: {reason}",
        'say what the argument holds, or set `strict = "plan"` for {target} under `targets`',
        "In a strict form every object is closed and every value has a type. A dictionary whose keys are free and an argument\n"
        "of any type have none.",
    ),
    _error(
        "TG508",
        "tools that are told under one name",
        "`{tool}` and `{other}` are told to {target} under the same name",
        "give one of them another name",
        'With `names = "sanitise"` characters that a target refuses in names are replaced. Two tools that are then called\n'
        "alike cannot be told apart.",
    ),
    _error(
        "TG509",
        "extra that a target does not take",
        "{target} does not take the extra `{field}` of {of}: {reason}",
        "write what docs/providers.md says of {target}, or leave it out",
        "Extras are fields of the definitions of one target that no schema has, such as `cache_control`. A provider answers a\n"
        "request with a field that it does not know, or of another type, with an error (400), whatever else is in the request.",
    ),
    _note(
        "TG510",
        "extras of a target that is not written",
        "{have} extras for {target}, which `targets` does not have",
        "add {target} to `targets`, or leave the extras out",
        "No file has these extras. `Toolbox.definitions` has them for a program that asks for this target.",
    ),
    _error(
        "TG520",
        "more tokens than allowed",
        "the definitions for {target} have about {total} tokens, and `max_tokens` allows {most}; the largest: {largest}",
        "`toolgen stats` says what would save some (`shorten`); leave out tools or raise the limit",
        "Definitions of tools stand in every request. `max_tokens` is what the project lets them cost for a target, in tokens of o200k_base,\n"
        "which are estimated: docs/tokens.md says how well. Nothing is written above it, so that a limit is raised on purpose and in review.",
    ),
    # -- 6: changing source -------------------------------------------------------------------------------------
    _error(
        "TG601",
        "file that is left as it is",
        "this file is not changed: {reason}",
        "change it by hand; docs/fix.md says what is not supported",
        "`toolgen fix` changes a file where the result is known to be right: it parses, all that is not meant to change is the same\n"
        "byte for byte, and so are the tools of the whole project, which are read once more before anything is written. A file of\n"
        "which that cannot be said stays as it is, and the others are changed.",
    ),
    _warning(
        "TG602",
        "place that is left as it is",
        "this is left as it is ({mended}): {reason}",
        "change it by hand; docs/fix.md and docs/migrate.md say what is not supported",
        "What a codemod would change is written in a form that it does not know. The other places are changed.",
    ),
    _error(
        "TG603",
        "source that is not written",
        "nothing is written: {reason}",
        "run the command again; correct the permissions if they are the reason",
        "All files change, or none does: the system refused to write one, or somebody changed it after it was read. Those that\n"
        "had been changed have got back what they held.",
    ),
    _warning(
        "TG604",
        "tool that is left as it is",
        "`{tool}` is left as it is: {reason}",
        "change it by hand; docs/migrate.md says what is not supported",
        "`toolgen migrate` changes a tool where what a model is told of it is known to stay the same, and a function where it becomes\n"
        "a tool without an error. The other tools of the file are changed.",
    ),
    # What only `toolgen fix` tells, by mending it.
    _note(
        "TG611",
        "parameter that is not described",
        "`{name}` of the tool `{tool}` is not described",
        "say what it is in the docstring",
        "A model is told the name and the type of the parameter and nothing else. No build tells this.",
        fix="adds an entry to the docstring, in its style, with a TODO for its text (TG233)",
    ),
    _note(
        "TG612",
        "parameters described in another order",
        "the docstring of the tool `{tool}` describes its parameters in another order",
        "describe them in the order of the signature",
        "Nothing is wrong with that but that it is hard to see which parameter is missing. No build tells this.",
        fix="puts the entries into the order of the parameters",
    ),
    _note(
        "TG613",
        "values that only a docstring lists",
        "the docstring of the tool `{tool}` lists the values of `{name}`, and its type takes any text",
        "annotate it with `Literal[…]`",
        "A model that is told the values in the schema is held to them, and `dispatch` refuses others. Whether the list is whole\n"
        "only a person knows. No build tells this.",
        fix="makes the list a `Literal`, with `--unsafe`, where the default is one of it",
    ),
)
