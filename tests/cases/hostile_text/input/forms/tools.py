"""Text that must not break out of a generated file."""

from enum import Enum
from typing import Annotated, Any, Literal

from pydantic import BaseModel, Field
from toolgen import Tool, tool


class Colour(Enum):
    """Pick "one": {{ colour }}"""

    RED = 'r"ed'
    GREEN = "gr'een\\"
    BLUE = "{blue}"


class Form(BaseModel):
    """A form, \"\"\"quoted\"\"\"."""

    first_name: str = Field(alias='first "name"', default="O'Brien \\")
    body: str = Field(alias="{{ body }}", description="Line one\nline two # no comment")


@tool(
    title='Say "hi" {% raw %}',
    tags=["a`b", "c|d", "{{ tag }}"],
    category="<script>alert(1)</script>",
    examples=[{"text": 'quote " backslash \\ brace } newline \n tab \t nul \x00 clef 𝄞'}],
    deprecated="Use 'it' \"instead\" \"\"\" or '''.\nNow.",
)
def say(
    text: str = "\"\"\" ''' \\ \n {{ x }} {% y %} {# z #} \u2028 \x00 \x7f 𝄞",
    mode: Literal["'", '"', "\\", "\n", "{}", "```", "𝄞"] = "\\",
    pattern: Annotated[str, Field(pattern="^[\"'\\\\/{}]+$", description="`code` | <b>bold</b> *star* _under_")] = "'",
) -> str:
    r'''Say "something" with '\n' and \\ and {{ braces }} and {% blocks %}.

    # No heading
    """ no end of string
    no ``` fence ~~~
    | no | table |
    <!-- no comment --> &amp; 𝄞 𐍈 \N{DASH} \u0041

    Args:
        text: Says "text": {{ text }} \
        mode: One of ', ", \ and so on */ // --
    '''
    return text


@tool("it's {{ \"named\" }} \\\n𝄞", "Ends with a backslash \\")
def named(choice: Colour, form: Form, rest: dict[str, Any] | None = None) -> dict[str, Colour]:
    return {form.body: choice}


@tool
def größe(länge: float, 名前: str = "名") -> float:
    """Measure it: ½ × länge."""
    return länge


class Keywords(Tool):
    """Take properties that no Python parameter can be called."""

    name = "key-words"
    parameters_schema = {
        "type": "object",
        "properties": {
            "class": {"type": "string", "const": "a\"b'c\\"},
            'x"]; raise SystemExit #': {"type": "integer", "default": 0},
            "{{ y }}": {"type": "array", "items": {"type": "string", "enum": ["'''", '"""', "\\"]}},
            "new\nline": {"$ref": "#/$defs/a~1\"b"},
            "": {"type": "boolean"},
        },
        "required": ["class", "{{ y }}"],
        "$defs": {'a/"b': {"type": "object", "properties": {"$ref": {"type": "string", "description": "𝄞 \u2028"}}}},
    }

    def execute(self, **arguments: Any) -> None: ...
