"""The words and types that the generated tree is made of."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Parameter:
    """One parameter of a generated function: its annotation, its default as source (empty: required), its text."""

    name: str
    annotation: str
    default: str
    description: str


AREAS = (
    *("accounts", "analytics", "billing", "calendar", "catalogue", "contracts", "delivery", "documents", "events"),
    *("finance", "identity", "inventory", "logistics", "messaging", "orders", "payments", "people", "pricing"),
    *("projects", "support"),
)
VERBS = (
    *("approve", "archive", "assign", "compare", "count", "create", "describe", "draft", "estimate", "export"),
    *("fetch", "find", "forward", "list", "merge", "move", "plan", "publish", "rank", "reconcile", "rename"),
    *("restore", "schedule", "send", "split", "summarise", "transfer", "update", "validate", "verify"),
)
ADJECTIVES = (
    *("active", "archived", "blocked", "delayed", "disputed", "draft", "expired", "external", "flagged", "internal"),
    *("late", "matching", "missing", "monthly", "open", "overdue", "pending", "recent", "recurring", "shared"),
)
NOUNS = (
    *("accounts", "addresses", "agreements", "appointments", "articles", "balances", "bookings", "budgets", "carriers"),
    *("charges", "comments", "contacts", "contracts", "coupons", "customers", "deliveries", "deposits", "discounts"),
    *("documents", "employees", "estimates", "expenses", "forecasts", "images", "invoices", "licences", "members"),
    *("messages", "orders", "packages", "partners", "payments", "permits", "products", "projects", "quotes"),
    *("refunds", "reports", "shipments", "suppliers", "tickets"),
)

PARAMETERS = (
    Parameter("customer_id", "str", "", "Identifier of the customer, as the list of customers shows it."),
    Parameter("query", "Annotated[str, Field(min_length=1, max_length=200)]", "", "Words to look for, in any order."),
    Parameter("weights", "dict[str, float]", "", "How much each field counts, by its name."),
    Parameter("address", "Address", "", "Where to send it. The country decides which carriers are asked."),
    Parameter("window", "Window", "", "The days to look at, both ends included."),
    Parameter("identifiers", "list[int]", "", "Numbers of the records to work on, in the order of the result."),
    Parameter("amount", "float", "", "Amount in the currency of the account, before tax."),
    Parameter("lines", "list[Line]", "", "What was ordered: one entry for each product, with its quantity and price."),
    Parameter("limit", "Annotated[int, Field(ge=1, le=100)]", "20", "How many records to return at most."),
    Parameter("offset", "int", "0", "How many records to leave out from the start."),
    Parameter("since", "datetime | None", "None", "Only records that changed after this time."),
    Parameter("status", 'Literal["open", "closed", "all"]', '"open"', "Which records to consider."),
    Parameter("labels", "list[str] | None", "None", "Only records that carry each of these labels."),
    Parameter("dry_run", "bool", "False", "Say what would be done, and change nothing."),
    Parameter("priority", "Priority", "Priority.NORMAL", "How urgent the work is."),
    Parameter("contact", "Contact | None", "None", "Who is told when it is done; nobody if left out."),
    Parameter("attachments", "Sequence[Attachment]", "()", "Files to send along, at most ten of them."),
    Parameter("threshold", "float", "Field(default=0.5, ge=0, le=1)", "Least score of a record that counts."),
    Parameter("currency", 'Optional[Literal["EUR", "USD", "GBP"]]', "None", "Currency to convert amounts to."),
    Parameter("region", "Region | None", "None", "Only records of this region; of all regions if left out."),
    Parameter("metadata", "Mapping[str, str | int | None] | None", "None", "Further fields to store, by their names."),
    Parameter("codes", 'list[Annotated[str, Field(pattern=r"^[A-Z]{3}-\\d+$")]]', "[]", "Codes such as ABC-123."),
    Parameter("criteria", "Criteria | None", "None", "Conditions that a record must meet, all of them."),
    Parameter("mode", "Mode", "Mode.FAST", "Whether to be quick or thorough. Thorough runs may take minutes."),
    Parameter("timeout", "Annotated[float | None, Field(gt=0)]", "None", "How many seconds to wait for an answer."),
    Parameter("exclude", "set[str] | None", "None", "Identifiers of records to leave out."),
    Parameter("note", "Optional[str]", "None", "A remark for the next person, in a sentence or two."),
)
"""Every kind of annotation that the tree has. The classes come from the module, its package, or `shared`."""

RETURNS = (
    ("str", '"; ".join(notes) or f"nothing to $verb among {len(records)} $noun"'),
    ("list[str]", "notes"),
    ("dict[str, Any]", '{"records": records, "notes": notes, "count": len(records)}'),
    ("list[Entry]", '[Entry(record["name"], record["amount"], record["active"]) for record in records]'),
    ("Outcome", "Outcome(done=len(records), notes=notes, mode=Mode.THOROUGH if len(notes) > 5 else Mode.FAST)"),
    ("int", "len(notes)"),
    ("bool", "bool(records) and not notes"),
    ("float | None", 'sum(record["amount"] for record in records) / len(records) if records else None'),
)
"""Return annotations, each with an expression for it."""

SUMMARIES = (
    "${Verb} the $adjective $noun of a customer.",
    "${Verb} $adjective $noun and say what changed.",
    "${Verb} all $adjective $noun that meet the given conditions.",
    "${Verb} the $adjective $noun, one after the other, in the order they came in.",
)
DETAILS = (
    "Records that another person is working on are left out, because a change to them could be lost.",
    "The result is ordered by amount, and records with the same amount by name, so that it is the same each time.",
    "Use it when the user asks about $noun in general; for a single record there are quicker ways.",
    "Amounts are in the currency of the account. Conversion uses the rate of the day before, as the bank publishes it.",
    "It may take a while for large accounts. Ask for fewer records, or for a shorter time, if the answer is too slow.",
    "Nothing is sent to the customer. To do that, show the result to the user first, and call again when they agree.",
    "Records older than ten years stand in the archive, which is read as well, only more slowly.",
    "A record counts as $adjective from the first day on which the rule of the region applies to it.",
)
OUTCOMES = (
    "The $noun that were found, best match first.",
    "What was done, in sentences that can be shown to the user.",
    "The result for the $adjective $noun. It is empty, and not an error, when there are none.",
)
