"""`Toolbox.search`: the tools that a question is about, out of many."""

from __future__ import annotations

import json
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from tests.effort import effort
from toolgen.model.contract import Contract
from toolgen.runtime import Toolbox
from toolgen.runtime.search import Index, words

PUBLISHED = json.loads(Path(__file__).with_name("published_tools.json").read_text(encoding="utf-8"))
"""Tools of 23 published servers: the first paragraph of the description, up to 200 characters, and the arguments."""

HELD_OUT, HELD_OUT_QUESTIONS = (
    json.loads(Path(__file__).with_name(f"held_out_{name}.json").read_text(encoding="utf-8"))
    for name in ("tools", "questions")
)
"""The same of 25 other servers, and what users would ask for some of them: written before anything was searched for,
and nothing was adjusted since. Who changes the search does not look at these."""

ASKED = {
    "What do I still have to do today?": "get_today_items",
    "I'm finished with this to-do, tick it off": "mark_done",
    "put a new to-do on my list": "create_task",
    "remind me tomorrow at nine": "set_reminder",
    "how much time did I spend on each thing": "get_time_tracks",
    "stop the clock": "stop_tracking",
    "log that I went running, for my habit": "record_habit",
    "use my points for a treat": "spend_reward_points",
    "run the nightly workflow dag now": "trigger_dag",
    "why did the pipeline run fail?": "diagnose_dag_run",
    "show the logs of the failed airflow task": "get_task_logs",
    "don't run this dag any more for a while": "pause_dag",
    "which dags could not be imported": "list_import_errors",
    "what version of airflow is this": "get_airflow_version",
    "who is connected to my wifi": "asuswrt_clients",
    "forward a port on the router": "asuswrt_port_forwarding",
    "turn on the guest wireless network": "asuswrt_guest_wifi",
    "block the kids' internet": "asuswrt_parental_block_all",
    "give this device always the same IP": "asuswrt_dhcp_reservation",
    "how full is the USB disk at the router": "asuswrt_storage_usage",
    "is the VPN up?": "asuswrt_vpn_overview",
    "logs of a pod in kubernetes": "get_pod_logs",
    "apply this YAML file to the cluster": "apply_yaml",
    "what happened to this kubernetes object lately": "get_k8s_events",
    "permissions of an IAM role": "get_policies_for_role",
    "empty the whole cache": "cache_flush_all",
    "how many hits and misses does the cache have": "cache_stats",
    "raise a counter in memcached by one": "cache_incr",
    "read several keys at once": "cache_get_many",
    "a random bible verse": "get_random_verse",
    "how do other translations say this verse": "compare_translations",
    "answer this mail": "reply_to_email",
    "make a new mailbox": "create_inbox",
    "pass this mail on to my colleague": "forward_email",
    "how did I sleep last night": "get_sleep",
    "how much do I weigh": "get_weight",
    "heart rate variability": "get_hrv",
    "my rides of the last days": "get_recent_activities",
    "will it rain on my ride": "get_weather",
    "which medicines does the patient take": "health_get_medications",
    "write down my blood pressure": "health_record_vital",
    "summary to take to my doctor's appointment": "health_prepare_visit_summary",
    "how was my mood last week": "health_get_emotions",
    "look for a job as an engineer": "search_jobs",
    "who works at this company": "get_company_employees",
    "ask this person to join my network": "connect_with_person",
    "my own linkedin page": "get_my_profile",
    "ask my notebook a question about its sources": "notebook_query",
    "add a website as a source": "source_add",
    "share the notebook with everyone": "notebook_share_public",
    "invite somebody to my notebook": "notebook_share_invite",
    "make a podcast out of it": "studio_create",
    "who is on call right now": "list_oncalls",
    "open a new incident": "create_incident",
    "page more people about this outage": "add_responders",
    "leave a comment on an incident": "add_note_to_incident",
    "did something like this outage happen before": "get_past_incidents",
    "what changed in this service recently": "list_service_change_events",
    "how long do we take to resolve incidents per team": "get_incident_metrics_by_team",
    "swap shifts for next weekend": "create_schedule_override",
    "take somebody off the team": "remove_team_member",
    "tell customers on the status page": "create_status_page_post",
    "merge two PDFs into one": "merge_pdfs",
    "how many pages does this PDF have": "get_pdf_info",
    "pull pages 3 to 5 out of a pdf": "extract_pdf_pages",
    "run this SQL": "run_snowflake_query",
    "which tables are there in the database": "list_objects",
    "drop a table": "drop_object",
    "price of Apple shares over the last year": "yfinance_get_price_history",
    "what do analysts think the stock will be worth": "yfinance_get_analyst_price_targets",
    "news about Tesla": "yfinance_get_ticker_news",
    "balance sheet and income of a company": "yfinance_get_financials",
    "who owns this stock": "yfinance_get_holders",
    "calls and puts that expire in March": "yfinance_get_option_chain",
    "put the protein in a box of water": "solvate",
    "add ions to the system": "genion",
    "start the molecular dynamics run": "mdrun_start",
    "hydrogen bonds in the trajectory": "hbond",
    "radius of gyration": "gyrate",
    "offer 50 euros for this bike": "place_bid",
    "second-hand sofas near me": "search_listings",
    "what is a fair price for a used camera": "analyze_prices",
    "write to the person who sells it": "contact_seller",
    "my own ads": "list_my_listings",
    "take a picture of the 3D view": "paraview_export_screenshot",
    "cut the mesh with a plane": "paraview_filter_slice",
    "colour the surface by pressure": "paraview_display_color_by",
    "make it half transparent": "paraview_display_set_opacity",
    "draw streamlines": "paraview_filter_stream_tracer",
    "load a dataset from disk": "paraview_source_open_file",
    "save the document as PDF": "convert_to_pdf",
    "put a footnote behind this sentence": "add_footnote_after_text",
    "replace a word everywhere in the document": "search_and_replace",
    "protect the document with a password": "protect_document",
    "make this text bold": "format_text",
    "insert an image into the document": "add_picture",
    "what comments did reviewers leave": "get_all_comments",
    "a new slide": "add_slide",
    "put a bar chart on the slide": "add_chart",
    "all text of the slides": "extract_presentation_text",
    "fade between slides": "manage_slide_transitions",
    "how many murders were there in Texas": "get_expanded_homicide_data",
    "hate crimes by state": "get_hate_crime_data",
    "how many police officers are there": "get_police_employment",
    "search the web": "search",
    "read this web page": "fetch_content",
    "which services are running in my dev environment": "get_all_resources",
}
"""What users would ask, in their words, and the tool that they mean."""


def indexed(tools: dict[str, Any]) -> Index:
    return Index(
        Contract(
            name=name,
            description=description,
            input_schema={"type": "object", "properties": {name: {} for name in properties}},
        )
        for name, (description, properties) in tools.items()
    )


@pytest.fixture(scope="module")
def index() -> Index:
    return indexed(PUBLISHED)


def among(index: Index, questions: dict[str, str]) -> tuple[int, int]:
    """For how many questions the tool that is meant is found first, and among the first ten."""
    ranked = [(index.ranked(query), name) for query, name in questions.items()]
    return sum(found[:1] == [name] for found, name in ranked), sum(name in found[:10] for found, name in ranked)


def test_what_users_ask_finds_the_tool_that_they_mean(index: Index) -> None:
    first, ten = among(index, ASKED)
    assert (len(ASKED), first >= 40, ten >= 86) == (107, True, True), (first, ten)


def test_what_users_ask_of_tools_that_nothing_was_adjusted_for() -> None:
    """The figure of `docs/tokens.md`: it is better to see it fall than to reach it by these questions."""
    assert (len(HELD_OUT), len(HELD_OUT_QUESTIONS), *among(indexed(HELD_OUT), HELD_OUT_QUESTIONS)) == (738, 145, 38, 86)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("findUsers", "finding a user"),
        ("list_HTTPServers", "list the http server"),
        ("delete_file", "removing files"),
        ("Größe", "größe"),
    ],
)
def test_words_are_compared_without_their_forms(one: str, other: str) -> None:
    found = ([word for word in words(text) if not word.endswith("…")] for text in (one, other))
    assert next(found) == next(found)


def test_words_of_one_root_have_one_beginning() -> None:
    assert {*words("medicines")} & {*words("medication")} == {"medic…"}


def test_a_search_is_a_selection(sample: Toolbox) -> None:
    found = sample.search("remind me to call the dentist")
    assert "add_reminder" in found.names[:2]
    assert [one["name"] for one in found.definitions("mcp")] == found.names
    assert sample.search("remind me to call the dentist", limit=1).names == found.names[:1]
    assert "add_reminder" not in sample.select(category="web").search("remind me to call the dentist")
    assert len(sample.search("xyzzy")) == len(sample.search("weather", limit=0)) == 0


def test_a_tool_that_is_registered_later_is_found(sample: Toolbox) -> None:
    assert not sample.search("invoice")
    sample.register(lambda: None, name="pay", description="Pay an invoice.", input_schema={"type": "object"})
    assert sample.search("invoices").names == ["pay"]


MOST = 200
"""Units of effort."""


def test_a_search_takes_time_in_proportion(index: Index) -> None:
    for text in ("x", "a b", "ations", "Aa", "A", "1", "\u3042 ", "\ud800\u2028", "get lists of users "):
        assert effort(partial(index.ranked, text * (200_000 // len(text))), MOST) <= MOST
    assert index.ranked("") == index.ranked("\0\u2028\ud800") == []


def test_of_a_long_word_the_beginning_counts() -> None:
    """What is kept of the words that models ask for has a bound."""
    assert [*words("a" * 100_000)] == [*words("a" * 200_000)]
    assert max(map(len, words("b" * 100_000))) == 100
