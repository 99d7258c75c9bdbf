"""The assistant as a bot of Telegram, for the people whom its owner lets in: https://core.telegram.org/bots/api.

| variable | |
|---|---|
| `TELEGRAM_TOKEN` | the bot's token |
| `TELEGRAM_USERS` | the ids of the users whom it answers, with commas; others are told theirs |

| command | |
|---|---|
| `/start`, `/help` | what it is for |
| `/tasks` | the open tasks of the chat |
| `/new` | a conversation that begins anew |
"""

from __future__ import annotations

import asyncio
import os
from collections import Counter, defaultdict
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from telegram import InlineKeyboardButton, InlineKeyboardMarkup, Update
from telegram.ext import (
    Application,
    ApplicationBuilder,
    CallbackQueryHandler,
    CommandHandler,
    ContextTypes,
    MessageHandler,
    filters,
)
from toolgen.runtime import ApprovalPolicy, CallRecord, History

from assistant.agents.agent import Agent, AgentError, Session
from assistant.agents.registry import AgentRegistry
from assistant.interfaces.background import background, manager
from assistant.interfaces.legible import legible
from assistant.llm.model import Model, ModelError
from assistant.scheduling import tasks

NAME = "telegram"
MAX_LENGTH = 4096
"""How many characters a message may have."""
MAX_WAITING = 10
"""How many messages of a chat may wait for their answers; more are refused."""
HELP = "Ask me to remind you, to search or to remember. /tasks lists what I will do here, /new begins anew."


@dataclass
class TelegramBot:
    """Answers messages, each chat with an agent of its own, and asks by buttons before dangerous calls."""

    model: Model
    history: History
    users: frozenset[int]
    application: Application[Any, Any, Any, Any, Any, Any]
    _agents: dict[int, Agent] = field(default_factory=dict)
    _answering: defaultdict[int, asyncio.Lock] = field(default_factory=lambda: defaultdict(asyncio.Lock))
    _waiting: Counter[int] = field(default_factory=Counter)
    _questions: dict[str, asyncio.Future[bool]] = field(default_factory=dict)

    @classmethod
    def connected(cls, model: Model, history: History, environment: Mapping[str, str] = os.environ) -> TelegramBot:
        """The bot of the environment. Raises AgentError where that has no token, or users by other than their ids."""
        if not (token := environment.get("TELEGRAM_TOKEN")):
            raise AgentError("TELEGRAM_TOKEN is not set: @BotFather gives one")
        base = environment.get("TELEGRAM_API", "https://api.telegram.org/bot")
        named = [user.strip() for user in environment.get("TELEGRAM_USERS", "").split(",") if user.strip()]
        if wrong := [user for user in named if not user.isdecimal()]:
            raise AgentError(f"TELEGRAM_USERS has {', '.join(wrong)}: it lists ids, which the bot tells its users")
        users = frozenset(map(int, named))
        application = ApplicationBuilder().token(token).base_url(base).concurrent_updates(True).build()
        bot = cls(model, history, users, application)
        application.add_handler(CommandHandler(["start", "help", "tasks", "new"], bot.on_command))
        application.add_handler(MessageHandler(filters.TEXT, bot.on_message))
        application.add_handler(CallbackQueryHandler(bot.on_button))
        return bot

    async def run(self) -> None:
        """Answer messages, and deliver what tasks have to say, until this is cancelled."""
        session = Session(self.model, NAME, history=self.history)
        updater = self.application.updater
        assert updater  # noqa: S101 -- it was built with one
        async with self.application:
            try:
                await self.application.start()
                await updater.start_polling()
                async with background(manager(session, NAME, self.deliver)):
                    await asyncio.Event().wait()
            finally:
                if updater.running:
                    await updater.stop()
                for question in self._questions.values():
                    question.cancel()  # the application waits for what waits for them
                if self.application.running:
                    await self.application.stop()

    async def deliver(self, conversation: str, text: str) -> None:
        """Tell a chat, `telegram:7`, a text."""
        await self._send(int(conversation.partition(":")[2]), text)

    async def on_command(self, update: Update, context: ContextTypes.DEFAULT_TYPE) -> None:
        """Do what one of the commands says, without a model."""
        if not (asked := await self._asked(update)):
            return
        chat, text = asked
        match text.split()[0].partition("@")[0]:
            case "/tasks":
                found = [task for task in tasks.select("open", None, 1000) if task.owner == f"{NAME}:{chat}"]
                lines = [f"{task.id}: {task.description}, {task.next_run:%Y-%m-%d %H:%M} UTC" for task in found]
                await self._send(chat, "\n".join(lines) or "There are no tasks.")
            case "/new":
                self._agents.pop(chat, None)
                await self._send(chat, "What was said here before does not count any more.")
            case _:
                await self._send(chat, HELP)

    async def on_message(self, update: Update, context: ContextTypes.DEFAULT_TYPE) -> None:
        """Answer what a user writes. Messages of one chat are answered one after the other."""
        if not (asked := await self._asked(update)):
            return
        chat, text = asked
        if self._waiting[chat] >= MAX_WAITING:
            await self._send(chat, "I am still at what you asked before. Ask me this again later.")
            return
        self._waiting[chat] += 1
        try:
            async with self._answering[chat]:
                await self._send(chat, await self._answer(chat, text))
        finally:
            self._waiting[chat] -= 1

    async def _answer(self, chat: int, text: str) -> str:
        try:
            return await self._agent(chat).chat(text)
        except (AgentError, ModelError) as error:
            return f"I cannot answer: {error}"

    async def on_button(self, update: Update, context: ContextTypes.DEFAULT_TYPE) -> None:
        """Take an answer to a question; each is answered once, by somebody whom the bot knows."""
        query = update.callback_query
        if query is None or query.data is None or query.from_user.id not in self.users:
            return
        verdict, _, call = query.data.partition(":")
        await query.answer()
        if (question := self._questions.pop(call, None)) and not question.done():
            question.set_result(verdict == "yes")

    async def _asked(self, update: Update) -> tuple[int, str] | None:
        """The chat and the text of a message of somebody whom the bot knows; others are told who they are."""
        if not (update.effective_chat and update.effective_user and update.message and update.message.text):
            return None
        chat, user = update.effective_chat.id, update.effective_user.id
        if user in self.users:
            return chat, update.message.text
        await self._send(chat, f"I do not know you: your id is {user}")
        return None

    def _agent(self, chat: int) -> Agent:
        if chat not in self._agents:
            approval = ApprovalPolicy(ask=lambda record: self._ask(chat, record))
            session = Session(self.model, f"{NAME}:{chat}", approval=approval, history=self.history)
            self._agents[chat] = AgentRegistry(session).agent()
        return self._agents[chat]

    async def _ask(self, chat: int, record: CallRecord) -> bool:
        """Whether somebody in the chat agrees to a call."""
        question: asyncio.Future[bool] = asyncio.get_running_loop().create_future()
        self._questions[record.id] = question
        buttons = [
            InlineKeyboardButton(label, callback_data=f"{verdict}:{record.id}")
            for label, verdict in (("Yes", "yes"), ("No", "no"))
        ]
        text = f"May I call {record.name}?\n{legible(record.arguments)}"
        if len(text) > MAX_LENGTH:
            return False  # nobody agrees to what cannot be shown
        await self.application.bot.send_message(chat, text, reply_markup=InlineKeyboardMarkup([buttons]))
        return await question

    async def _send(self, chat: int, text: str) -> None:
        for start in range(0, max(len(text), 1), MAX_LENGTH):
            await self.application.bot.send_message(chat, text[start : start + MAX_LENGTH] or "(no answer)")
