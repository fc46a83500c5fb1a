/**
 * What holds each clause of the law of time (controller/OPT-12), and which test
 * fails without it.
 *
 * Usage: `deno run -A tests/controller/truth/clauses.ts [part of a clause]` takes
 * each of them out of a copy of the code once, and says which tests pass all the
 * same. Random runs find what these tests do not.
 *
 * @module
 */

/** A clause of the law. */
export interface Clause {
  /** The rule that has it, and what it says. */
  readonly clause: string;
  /** The code that holds it, as only one file has it, once. */
  readonly code: string;
  /** What is there without it. */
  readonly without: string;
  /** A part of the title of a test that fails then, as only one file has it. */
  readonly title: string;
}

/** All clauses, in the order of the rules. */
export const clauses: readonly Clause[] = [
  {
    clause: "OPT-12a: a pending write has no end yet",
    code: 'until: type === "rdc/optimistic" ? Infinity : confirmedAt,',
    without: "until: confirmedAt,",
    title: "an edit of what was shown by a refused creation does not bring",
  },
  {
    clause:
      "OPT-12b: a read that began before a write was confirmed does not take it back",
    code: "if (began < seen || began < heard) return undefined;",
    without: "if (began < heard) return undefined;",
    title: "a list follows an edit of the field that it is filtered by",
  },
  {
    clause: "OPT-12b: what was sent stands over reads until it is confirmed",
    code: "      seen = Math.max(seen, until);\n      sent = began;",
    without: "      seen = Math.max(seen, began);\n      sent = began;",
    title: "a list that is answered after a PATCH does not take it back",
  },
  {
    clause: "OPT-12b: so does what was reported",
    code: "      seen = Math.max(seen, until);\n      reported = began;",
    without: "      seen = Math.max(seen, began);\n      reported = began;",
    title: "what a response reports stands over a list that was requested",
  },
  {
    clause:
      "OPT-12b: a list does not take back changes of members that were confirmed since it was requested",
    code:
      "  for (const { change, began: since } of changes) {\n    pages = pagesAfter(change, value, pages, isRepeated && since < began);\n    value = change(value);\n  }",
    without:
      "  for (const { change, began: since } of changes) {\n    pages = pagesAfter(change, value, pages, isRepeated && since < began);\n  }",
    title: "a list that was requested before a member was taken out does",
  },
  {
    clause: "OPT-12b: nor does a page of it",
    code: "return page ? membershipAfter(history, began) : [];",
    without: "return [];",
    title: "with a page that was requested before",
  },
  {
    clause:
      "OPT-12b: a row that was written joins lists that were requested before and come later",
    code: "      concerned.join(joining(list), write);",
    without: "",
    title: "a list that was never there, and was requested before a row",
  },
  {
    clause: "OPT-12c: of two writes the one that began later stands",
    code: "if (began < sent) return undefined;",
    without: "if (began < 0) return undefined;",
    title: "what a restoration brings stands over an edit before a deletion",
  },
  {
    clause: "OPT-12c: so does the later one of two reports",
    code: "if (began < sentUntil || began < reported) return undefined;",
    without: "if (began < sentUntil) return undefined;",
    title: "of two reports the one of the change that began later shows",
  },
  {
    clause: "OPT-12c: so does the later change of a member",
    code: "other.began > began && (isKind ||",
    without: "other.began > Infinity && (isKind ||",
    title: "of a member that is ",
  },
  {
    clause: "OPT-12c: what is written of a deleted row stays for its creation",
    code:
      "      if (isObject(incoming)) this.#putAside(slot, schema, incoming);",
    without: "",
    title: "a row that is created again is asked about when an edit of",
  },
  {
    clause:
      "OPT-12c: a deletion leaves what was written by what began after it",
    code:
      "const sent = [...known].filter(([_, { sent }]) => sent > this.#span.began);",
    without:
      "const sent = [...known].filter(([_, { sent }]) => sent > Infinity);",
    title: "an edit of what is created after a deletion stays when the",
  },
  {
    clause: "OPT-12c: what is tried again is computed beneath what began later",
    code: "return fetchedAt < (layers.at(-1)?.meta.fetchedAt ?? 0)",
    without: "return (false as boolean)",
    title: "a change that was taken back, and is tried again,",
  },
  {
    clause:
      "OPT-12d: of two responses of a list the one that was requested later stands",
    code: "  if (began < history.listStamp) {\n    return",
    without: "  if (began < 0) {\n    return",
    title: "of two responses of ",
  },
  {
    clause: "OPT-12d: so does the later one of two responses with a row",
    code: "    span.began >= base.seen\n",
    without: "    span.began >= 0\n",
    title: "of two responses with a row the one that was requested later",
  },
  {
    clause: "OPT-12e: a deletion that finds nothing is confirmed",
    code: "const isGone = /^4(?:04|10)$/",
    without: "const isGone = /^never$/",
    title: "that finds nothing any more is confirmed",
  },
  {
    clause: "OPT-12e: so is a remove",
    code: 'schema?.kind === "remove" ||',
    without: "false ||",
    title: "a member that is taken out, and is not there when that is sent",
  },
  {
    clause: "OPT-12e: which writes no field of the row",
    code: "return this.#write?.isGone === true && isObject(incoming) ||",
    without: "return",
    title: "and what else was sent of it is not stored",
  },
  {
    clause: "OPT-12e: after a write without a response its readers ask",
    code: "(!(Number(status) >= 400 && Number(status) < 500) ||",
    without: "(false ||",
    title: "after a mutation without an answer its readers ask once",
  },
  {
    clause: "OPT-12e: 409 to a POST that was sent before is no refusal",
    code: "      status === 409 &&",
    without: "      status === 40999 &&",
    title: "a queued creation that is in its own way has the lists asked",
  },
  {
    clause: "OPT-12e: nobody knows after it whether there is the row",
    code: "metaAfterLost(slot.meta, isObject(existing), write);",
    without: "slot.meta;",
    title: "an edit that is answered after a deletion without an answer",
  },
  {
    clause: "OPT-12e: it takes no member out of a list",
    code: "if (this.#write?.isLost) return this.#writer.doubt?.(slot);",
    without: "",
    title: "a member whose taking out has no response stays until the list",
  },
  {
    clause: "OPT-12e: lists are asked that lack a row which is seen then",
    code: "if (!this.#write && isCertainNow(existingMeta, meta)) {",
    without: "if (false as boolean) {",
    title: "a row that is read while a PUT creates it, after a deletion",
  },
  {
    clause:
      "OPT-12e: also after a call that sends nothing and is answered with nothing",
    code: "const isUnknown = this.#isAny && this.#standIn && !this.isPending;",
    without: "const isUnknown = false;",
    title: "a row that a call puts back after one that was answered with",
  },
  {
    clause: "OPT-12e: also those that come later",
    code: "if (isThere) this.#suspect(this.#span, key, pk, [after], true);",
    without: "",
    title: "a row that is read while a PUT creates it, after a deletion",
  },
  {
    clause: "OPT-12e: but not those that have it",
    code: "!(write.isThere && isInOrNewer(list, pk, delegate, write))",
    without: "true",
    title: "a list that has a row which is seen after a deletion without a",
  },
  {
    clause:
      "OPT-12e: an edit of what only a refused creation showed shows nothing",
    code:
      'const isEdit = origin !== "sent" && isInvalid(existing) && isPending &&\n      this.#wasVisible(slot);',
    without: "const isEdit = false;",
    title: "an edit of what was shown by a refused creation does not bring",
  },
  {
    clause: "OPT-12e: a PUT creates what a refused creation did not",
    code:
      'if (existence !== "reported" || !this.#wasVisible(slot)) return existence;',
    without: "if (existence) return existence;",
    title: "a row that a PUT creates after its creation was refused is in",
  },
  {
    clause:
      "OPT-12e: a PUT creates it also where it was seen before the response",
    code: "before?.(slot).value === undefined &&",
    without: "slot.value === undefined &&",
    title: "a row that a PUT creates after its creation was refused is in",
  },
  {
    clause: "OPT-12f: a number follows rows that are not loaded",
    code: "  if (course.isOwn && (!isListed || !after)) concerned.count();\n",
    without: "",
    title: "a number stays where its list comes once more without one",
  },
  {
    clause: "OPT-12f: a number that may count a write or not is asked for",
    code: "      concerned.isUncertain(page) || change.asking",
    without: "      change.asking",
    title: "a number beside a list is right in a tab that has heard of a row",
  },
  {
    clause:
      "OPT-12g: two writes of a field that were pending together are asked about",
    code: "return sentUntil > began && isOther(sent) ||\n    reportedUntil",
    without: "return reportedUntil",
    title: "after two edits of a field in flight together its readers ask once",
  },
  {
    clause: "OPT-12g: so are two reports",
    code:
      "return sentUntil > began && isOther(sent) ||\n    reportedUntil > began && isOther(reported) ||",
    without: "return sentUntil > began && isOther(sent) ||",
    title: "of two calls that send nothing of a row, the server says which",
  },
  {
    clause:
      "OPT-12g: so is an edit of before a deletion where the row is seen again",
    code: "    sentUntil === 0 && sent > began;",
    without: "    false;",
    title: "an edit of before a deletion is asked about where the row is seen",
  },
  {
    clause: "OPT-12g: also where it brought what was sent first",
    code: "order.sent > span.began && order.seen > order.sentUntil;",
    without: "false;",
    title: "an edit of what another tab deletes and creates again is asked for",
  },
  {
    clause: "OPT-12g: a PUT and a deletion of one row are asked about",
    code: "      this.#isContested(order, origin)\n    ) {",
    without: "      false\n    ) {",
    title: "a PUT beside a deletion asks the server",
  },
  {
    clause: "OPT-12g: so is one that began at the same stamp in another tab",
    code: "start !== began || heard > began;",
    without: "start !== began;",
    title: "a PUT beside a deletion of another tab that began at the same",
  },
  {
    clause: "OPT-12g: fields that two tabs wrote at once are asked about",
    code: "(isSame ? written : contested).add(name);",
    without: "if (isSame) written.add(name);",
    title: "what a tab did to a list before its reload is no news when",
  },
  {
    clause: "OPT-12g: so is whether there is a row",
    code: "if (isUnheard && !isInBoth)",
    without: "if (isUnheard && isUnheard !== true)",
    title: "a PUT beside a deletion of another tab asks in both",
  },
  {
    clause: "OPT-12g: where they wrote the same lists follow both",
    code: "(isSame ? written : contested).add(name);",
    without: "if (!isSame) contested.add(name);",
    title: "a list follows what two tabs wrote alike of a row",
  },
  {
    clause: "OPT-12g: what two tabs wrote at one stamp is not one write",
    code: "return !isOne && !isHeard(later)",
    without: "return false && !isHeard(later)",
    title: "a row that one tab deletes and the other writes at one stamp",
  },
  {
    clause: "OPT-12c: a row that a later call reports stands over its deletion",
    code: "reported > sent ? sent + instant / 2 : lackingSince(side, order)",
    without: "lackingSince(side, order)",
    title: "a row that a PUT brings back in one tab is back in the other one",
  },
  {
    clause: "OPT-12c: with all fields that it reports",
    code: "standingSince(side, orderIn(side.orders, presence))",
    without: "lackingSince(side, orderIn(side.orders, presence))",
    title: "what the response of a PUT reports of a row that it brings back",
  },
  {
    clause: "OPT-12g: nor is a deletion and a creation, confirmed at one time",
    code: "isContested(there, here, isSame)",
    without: "isContested(there, here)",
    title: "a row that one tab creates and the other deletes at one stamp,",
  },
  {
    clause: "OPT-12g: but a deletion of a row that is seen again is one",
    code: "const isSame = isInBoth || isAgain(ours) || isAgain(theirs);",
    without: "const isSame = isInBoth;",
    title: "whose deletion another tab has heard of is there again in both",
  },
  {
    clause:
      "OPT-12g: an edit over which a later one stands is pending until its response",
    code: "} else noted = after ?? orderBeneath(order, origin, span);",
    without: "}",
    title: "an edit that is answered before one that began earlier, and",
  },
  {
    clause: "OPT-12g: so is a deletion over which a later one stands",
    code: "orderBeneath(order, origin, this.#span)",
    without: 'orderBeneath(order, "seen", this.#span)',
    title: "twice is asked about after a",
  },
  {
    clause: "OPT-12g: so is a restoration over which a later one stands",
    code: "remember(merging, presence, after ?? row);",
    without:
      "remember(merging, presence, orderAfter(row, origin, span) ?? row);",
    title: "twice is asked about after a",
  },
  {
    clause:
      "OPT-12g: that two tabs wrote without having heard of each other is remembered",
    code: "withPresence(slot.meta!, isThere, besideAnother(order));",
    without: "existingMeta;",
    title: "a deletion in flight, while another tab's deletion is heard of",
  },
  {
    clause:
      "OPT-12g: what a call may have written that sends nothing is asked about",
    code: "this.#isAny && order.seen > write.began;",
    without: "false;",
    title: "of two calls that send nothing of a row, the server says which",
  },
  {
    clause:
      "OPT-12g: also where a read that began meanwhile says something else",
    code: "this.#isAny && order.seen > write.began;",
    without: "this.#isAny && isOverlapping(order, write);",
    title: "what a call responds that sends nothing of a row is asked about",
  },
  {
    clause: "OPT-12g: also where such a read is answered after it",
    code: "  merging.isDoubtful = true;\n",
    without: "",
    title: "what somebody else changed beside a call that sends nothing",
  },
  {
    clause:
      "OPT-12g: an edit that succeeds although its row was deleted says that it may be there again",
    code: "isPending ? meta : metaAfterLost(meta, false, write);",
    without: "meta;",
    title: "what an edit made of a row that was created again before it",
  },
  {
    clause:
      "OPT-12g: what such an edit made of it is in lists that are asked then",
    code: "      isBeingChanged?.(key, pk) === true;\n",
    without: "      false;\n",
    title: "what an edit made of a row that was created again before it",
  },
  {
    clause: "OPT-12g: also where the creation has its response",
    code: "return isUnsettled(presenceOf(slot)) ||",
    without: "return",
    title: "what an edit made of a row that was created again before it",
  },
  {
    clause: "OPT-12g: readers ask when no write of the row is pending any more",
    code: "      if (this.#isBeingChanged(cell)) continue;\n",
    without: "",
    title: "an edit that is answered after a deletion without an answer",
  },
  {
    clause: "OPT-12h: an updater writes what it changes",
    code: "    isUpdate,\n    existence",
    without: "    existence",
    title: "an updater writes what it changes, and takes back nothing that",
  },
  {
    clause: "OPT-12h: a write of another tab is confirmed when it is heard",
    code: "? { ...order, sentUntil: heard, heard }",
    without: "? order",
    title: "an edit of another tab that was heard of stands over a read",
  },
  {
    clause: "OPT-12h: over reads that were under way here",
    code: "if (began < seen || began < heard) return undefined;",
    without: "if (began < seen) return undefined;",
    title: "an edit of another tab that was heard of stands over a read",
  },
  {
    clause:
      "OPT-12g: a deletion of which a tab had not heard that saw the row again stands until both have asked",
    code: "(aware ? aware === theirs : isAhead(\n",
    without: "(isAhead(\n",
    title: "a row that is deleted here stays deleted where a tab",
  },
  {
    clause: "OPT-12g: and is asked about",
    code: "  if (isGone && aware) contested.add(presence);\n",
    without: "",
    title: "a row that was created again after two tabs deleted it is back",
  },
  {
    clause:
      "OPT-12g: also of a deletion that was pending when that of the tab was heard of",
    code:
      "newestIn(own) === newestIn(other) && isBeside(other) && !isBeside(own));",
    without: "false);",
    title: "a row that is deleted here stays deleted where a tab",
  },
  {
    clause: "OPT-12e: also where another tab writes the row",
    code: "if (isNews) contested.add(presence);",
    without: "",
    title: "a row that another tab writes, while nobody here knows whether",
  },
  {
    clause: "OPT-12e: or has read it, nobody knows when",
    code:
      "if (written.has(name) || other.seen > here.reportedUntil) isNews = true;",
    without: "if (written.has(name)) isNews = true;",
    title: "a move without an answer of a row that another tab has read",
  },
  {
    clause: "OPT-12e: each time, until a request is answered that began since",
    code: "if (winner.row) fields.set(presence, asked);",
    without: "",
    title: "a change of a status without an answer is asked about again",
  },
  {
    clause: "OPT-12e: or has deleted it as well",
    code: "let isNews = winner === theirs;",
    without: "let isNews = false;",
    title: "a row that one tab PUTs and then deletes",
  },
  {
    clause: "OPT-12e: a PUT that succeeds afterwards may have created the row",
    code: 'isUnsettled(order, origin === "reported" ? undefined : write.began)',
    without: "false",
    title: "a row that a PUT creates after a deletion without an answer is in",
  },
  {
    clause:
      "OPT-12e: what was pending meanwhile does not settle whether there is the row",
    code: 'isUnsettled(order, origin === "reported" ? undefined : write.began)',
    without: 'origin === "reported" && isUnsettled(order)',
    title: "an edit that is answered after a deletion without an answer",
  },
  {
    clause: "OPT-12g: so does what was read after it",
    code:
      "      : joint.aware && own.sent === other.sent\n      ? joint.aware === theirs\n",
    without: "",
    title: "what was read of a row after two deletions stands over",
  },
  {
    clause: "OPT-12h: what is done after hearing is later, by whatever clock",
    code: "    stamps.moveAbove(at!);\n",
    without: "",
    title: "what a tab did to a list before its reload is no news when",
  },
  {
    clause:
      "OPT-12c: a creation leaves nothing of what was written of the row before",
    code: '(origin !== "sent" || sent > this.#span.began)',
    without: "true",
    title: "a creation shows nothing of an edit before it",
  },
  {
    clause:
      "OPT-12g: what a tab requested before it heard of a doubt here does not end it",
    code: "this.#isDoubted(part.heard)\n",
    without: "false\n",
    title: "a row that is put into a list beside its deletion in another tab",
  },
  {
    clause:
      "OPT-12g: of a member that was put in and taken out at once only the server knows",
    code: "if (isContested(existingMeta, change, span)) {",
    without: "if (span === undefined) {",
    title: "a list is asked about where a member was ",
  },
  {
    clause:
      "OPT-12g: a change of a member over which a later one stands was pending until its own response",
    code: "if (isDead && until === Infinity || isSent) {",
    without: "if (isDead || isSent) {",
    title: "a list is asked about where a member is put in, whose taking",
  },
  {
    clause: "OPT-12g: it is never made",
    code: "filter(({ isDead }) => !isDead)",
    without: "filter(() => true)",
    title: "a member that was put in twice, and then taken out",
  },
  {
    clause:
      "OPT-12b: a list that is loaded for the first time knows of these as well",
    code: "(hasFacts || isChanged(owner, delegate))",
    without: "hasFacts",
    title: "a list that is on its way for the first time does not undo",
  },
  {
    clause: "OPT-12g: and is asked about where two of them overlapped",
    code: "|| isContestedSince(known, since)",
    without: "",
    title: "a list that comes for the first time is asked about",
  },
  {
    clause:
      "OPT-12h: lists go by what a tab that lacks them puts in and takes out",
    code: "if (here && !stored) return here.repeat(members, moved, delegate);",
    without: "if (here) return;",
    title: "what a tab that lacks it takes out and puts in:",
  },
  {
    clause: "OPT-12h: also where that tab stores nothing by it",
    code: "confirmed !== base || done.changes",
    without: "confirmed !== base",
    title: "a list goes by what another tab takes out with",
  },
  {
    clause: "OPT-12h: those that come later are asked about",
    code: "if (isHeard || ",
    without: "if (",
    title: "a list that is on its way for the first time is asked about when",
  },
  {
    clause:
      "OPT-12h: those that other tabs tell of have what was changed here before",
    code: "addChanges(list, delegate, pk, knownUntil, from);",
    without: "",
    title: "a list that a tab hears of for the first time has what that tab",
  },
  {
    clause:
      "OPT-12g: they are asked about where neither tab had heard of the other",
    code: "rememberedAfter(historyOfList(meta), knownUntil ?? began)",
    without: "rememberedAfter(historyOfList(meta), began)",
    title: "a list is asked about where a tab that lacks it takes out what it",
  },
  {
    clause: "OPT-12b: of a move as well, where they follow nothing",
    code: "if (owner.follow && rows.length > 0) return;",
    without: "return;",
    title: "a list that follows nothing, and is on its way",
  },
  {
    clause:
      "OPT-12c: also of those that were confirmed before it was requested",
    code: "Math.min(this.#span.began, pendingSince)",
    without: "this.#span.began",
    title: "a list that comes for the first time knows that a member",
  },
  {
    clause:
      "OPT-12b: what put a member in before a list was requested does so no more",
    code:
      "      if (!change.added) {\n        const writes = confirmedFor(owner, pk, delegate);\n",
    without:
      "      if (!change.added) {\n        const writes = confirmedFor(owner, pk, delegate, 0);\n",
    title: "a list that was requested after a member was put in does not get",
  },
  {
    clause: "OPT-12h: what was created in another tab says in which lists",
    code: "    list: created?.list,\n",
    without: "",
    title: "a row that is created at one path joins no list of another path",
  },
  {
    clause: "OPT-12h: where that is forgotten, lists ask",
    code: "      this.#observe(key, slot.pk, {}, value, true);\n",
    without: "",
    title: "lists ask for a row that another tab tells of",
  },
  {
    clause: "OPT-12h: a list of a tab has what that tab had heard of",
    code: "return Math.max(heard[this.#number] ?? 0, until);",
    without: "return until;",
    title: "a PUT beside a deletion of another tab asks in both",
  },
  {
    clause:
      "OPT-12c: what was confirmed just before a leap of the clock is recent",
    code: "lately < at ? own + lately - at : lately",
    without: "lately",
    title: "what was created just before a message of a tab whose clock",
  },
  {
    clause: "OPT-12i: what differs from what was confirmed is reported",
    code: '? "seen"\n        : "reported";',
    without: '? "seen"\n        : "seen";',
    title: "what two tabs reported of a field that neither sent is asked",
  },
  {
    clause: "OPT-12i: what is undefined is not sent",
    code: "Object.assign(sent, path === undefined ? row : sentMembers(row));",
    without: "Object.assign(sent, row);",
    title: "is undefined is not sent, so its field stays, with",
  },
  {
    clause: "OPT-12i: nor is it expected",
    code: "path === undefined ? expected : sentMembers(expected, args);",
    without: "expected;",
    title: "is undefined is not sent, so its field stays, with",
  },
  {
    clause: "OPT-12i: a creation sends every field",
    code: "      isWhole || isTop && Object.hasOwn(sent, name) ||",
    without: "      isTop && Object.hasOwn(sent, name) ||",
    title: "what a restoration brings stands over an edit before a deletion",
  },
  {
    clause: "OPT-12i: also after a deletion without a response",
    code: "        isUnsettled(presenceOf(slot)) ||\n",
    without: "",
    title: "what a creation leaves to the server stands over an edit before it",
  },
  {
    clause: "OPT-12i: a PATCH only observes that there is its row",
    code:
      'existence: verb === "POST" ? "sent" : verb === "PUT" ? "reported" : "seen",',
    without: 'existence: "sent",',
    title: "a row that one tab deletes and another edits meanwhile is gone",
  },
  {
    clause: "OPT-12i: a PUT reports it",
    code:
      'existence: verb === "POST" ? "sent" : verb === "PUT" ? "reported" : "seen",',
    without: 'existence: verb === "POST" ? "sent" : "seen",',
    title: "a PUT beside a deletion asks the server",
  },
  {
    clause: "OPT-12j: what an optimistic response changes is sent",
    code: '        write.changed.get(slot)?.names.has(name)\n        ? "sent"',
    without: '        false\n        ? "sent"',
    title: "a row that two calls change that send nothing of it is in a",
  },
  {
    clause:
      "OPT-12j: so is what it repeats of another pending write, where nothing else is sent",
    code: "return this.#has(field) && !(sendsUnknown &&",
    without: "return this.#has(field) && !(sendsUnknown && !this &&",
    title: "of three calls that send nothing of a row the last one shows",
  },
  {
    clause:
      "OPT-19b: a list that lacks a row may do so for another pending change",
    code:
      "  const isBeingChanged = delegate.isBeingChanged?.(key, pk) === true;",
    without: "const isBeingChanged = false;",
    title: "joins a list that came without it, while another",
  },
  {
    clause: "OPT-19b: or for one that had no answer before this one began",
    code: "      isUnsettled(presenceOf(before?.(slot) ?? slot)) ||\n",
    without: "",
    title: "a row that is put back after a change without an answer joins",
  },
  {
    clause: "OPT-19b: also where neither sends anything of the row",
    code: "= this.#isAny && this.isBeingChanged(key, slot.pk)\n",
    without: "= false as boolean\n",
    title: "a row that is put back after a change without an answer joins",
  },
  {
    clause:
      "OPT-19b: or for an attempt of it that another program may have made",
    code: "if (first && !job.callers[0]) first.isRepeated = true;",
    without: "",
    title: "a queued change that the server carried out before the page was",
  },
  {
    clause: "OPT-19b: also while it is pending",
    code: "isRepeated = layer?.isRepeated }",
    without: "isRepeated }",
    title: "a queued change that the server carried out before the page was",
  },
  {
    clause:
      "OPT-12b: a list that was asked for after another tab was heard of knows what was confirmed there",
    code: "confirmedSince(news, hearing.knownHere)",
    without: "news",
    title: "a row that somebody else deleted after a tab was reloaded is gone",
  },
  {
    clause:
      "OPT-12g: a row that another tab has seen again after a deletion joins lists",
    code: "(isCreated && !isFound || isInvalid(before))",
    without: "(isCreated && !isFound)",
    title: "a row that another tab deleted and has seen again joins a list",
  },
  {
    clause: "OPT-12g: also those that were requested before it was heard of",
    code: "const since = from === undefined ? began : until;",
    without: "const since = began;",
    title: "a row that another tab deleted and has seen again joins a list",
  },
  {
    clause: "OPT-12e: or has written it alike",
    code:
      "if (written.has(name) || other.seen > here.reportedUntil) isNews = true;",
    without: "if (other.seen > here.reportedUntil) isNews = true;",
    title: "a deletion without an answer of a row that two tabs wrote alike",
  },
  {
    clause:
      "OPT-19b: a list is in doubt until its response, not until a change of its members",
    code: "this.graph.doubts.get(cell)! > listStampOf(cell.meta);",
    without: "this.graph.doubts.get(cell)! > (cell.meta?.fetchedAt ?? 0);",
    title: "a row that is written joins a list that is being asked because",
  },
  {
    clause:
      "OPT-12b: a tab that was reloaded knows a change by when it was confirmed",
    code: "return { ...change, until: Math.max(until, time), confirmedAt };",
    without: "return { ...change, until: Math.max(until, time) };",
    title: "a row that somebody else deleted after a tab was reloaded is gone",
  },
  {
    clause:
      "OPT-12i: what was read meanwhile may be later than what is reported",
    code: "seen > Math.max(began, sentUntil, reportedUntil)",
    without: "seen > Infinity",
    title: "a field that a response reports, and a read has brought meanwhile",
  },
  {
    clause:
      "OPT-12g: nor are two values that were confirmed at one stamp as well",
    code: "isContested(other, own, isOne)",
    without: "isContested(other, own)",
    title: "two tabs that write a field at one stamp, and have their",
  },
  {
    clause: "OPT-12j: what is taken out of lists is changed by nothing else",
    code: "!this.isTakenOut && sendsUnknown(write, slot);",
    without: "sendsUnknown(write, slot);",
    title: "a member that is taken out leaves the lists that have it by",
  },
  {
    clause: "OPT-19b: it leaves the lists that have it by its fields",
    code: "others.length > 0 ? [...new Set([...lists, ...others])] : lists;",
    without: "lists;",
    title: "a list that is on its way for the first time does not have",
  },
  {
    clause:
      "OPT-19b: a move takes it out of lists that follow nothing by what it was",
    code: "new Set([...left.flat(), ...outOf(delegate, later)]);",
    without: "new Set(left.flat());",
    title: "a move takes a row out of ",
  },
  {
    clause:
      "OPT-19b: a list is asked for what is there again only by its arguments",
    code: "isAsking && (isInDoubt || isGuess) ||",
    without: "isAsking && isInDoubt ||",
    title: "is asked for a row that is there again",
  },
  {
    clause: "OPT-19b: also where it was requested before",
    code: "          ? concerned.isGuess()\n",
    without: "          ? false\n",
    title: "is asked for a row that a call has, and that was read",
  },
  {
    clause:
      "OPT-19b: a filter of one's own lets a row go that a read has changed",
    code: "this.#own !== undefined && list.isLoaded() ||",
    without: "",
    title: "a row leaves a list with a filter of its own by an edit",
  },
  {
    clause:
      "OPT-19c: a list that an unknown row belongs into by a call is asked",
    code: "write.isFound && this.filters.length > 0 && !list.isLoaded() ||",
    without: "",
    title: "a list that an unknown row belongs into by a call",
  },
  {
    clause:
      "OPT-19c: so is one that it may have left, of which not all rows are loaded",
    code: "|| isFound === true && list.meta.beyond! > 0)",
    without: ")",
    title: "is asked when an unknown row may have left it",
  },
  {
    clause:
      "OPT-12g: a call that names rows among others sends nothing of each",
    code: "      isNamed(sent[name], pk) && !isField",
    without: "      usablePk(sent[name]) === pk && !isField",
    title: "of two calls that name a row among others",
  },
  {
    clause:
      "OPT-12g: of a field that two tabs wrote what one of them has read since is asked about",
    code: "(!isSame && isAsked(own) || isContested(other, own, isOne))",
    without: "isContested(other, own, isOne)",
    title: "a field that two tabs wrote is asked for again when one of them",
  },
  {
    clause:
      "OPT-12e: a call names a row by a value that is not one of a field of it",
    code: "isNamed(sent[name], pk) && !isField(name) || path",
    without: "isNamed(sent[name], pk) || path",
    title: "a field that is sent with the value of the primary key",
  },
];

const root = new URL("../../../", import.meta.url);

/** The modules in a folder, or its tests, with their texts. */
async function filesIn(
  folder: string,
): Promise<{ readonly path: string; readonly text: string }[]> {
  const found = [];
  for await (
    const { name, isDirectory } of Deno.readDir(new URL(folder, root))
  ) {
    const path = `${folder}/${name}`;
    if (isDirectory) found.push(...await filesIn(path));
    else if (!folder.startsWith("tests") || name.endsWith("_test.ts")) {
      found.push({ path, text: await Deno.readTextFile(new URL(path, root)) });
    }
  }
  return found;
}

/** Finds where a text is, of the library or of its tests: files, each as often as it has it. */
export async function finder(
  parent: "" | "tests/",
): Promise<(text: string) => string[]> {
  const folders = ["schema", "endpoint", "controller"];
  const files = (await Promise.all(
    folders.map((folder) => filesIn(parent + folder)),
  )).flat();
  return (searched) =>
    files.flatMap(({ path, text }) =>
      Array<string>(text.split(searched).length - 1).fill(path)
    );
}

/** Copies what is under version control. */
async function copyTo(folder: string): Promise<void> {
  const { stdout } = await new Deno.Command("git", {
    args: ["ls-files", "-z"],
    cwd: root,
  }).output();
  for (const name of new TextDecoder().decode(stdout).split("\0")) {
    if (!/\.(?:tsx?|json|lock)$/.test(name)) continue;
    const to = `${folder}/${name}`;
    await Deno.mkdir(to.slice(0, to.lastIndexOf("/")), { recursive: true });
    await Deno.copyFile(new URL(name, root), to).catch(() => {});
  }
}

/** Whether the test of a clause fails when it is taken out of a copy. */
async function fails(
  folder: string,
  { code, without, title }: Clause,
  [file, test]: readonly string[],
): Promise<boolean> {
  const path = `${folder}/${file}`;
  const text = await Deno.readTextFile(path);
  // not as a pattern: the code may have a dollar
  await Deno.writeTextFile(path, text.replace(code, () => without));
  const { success } = await new Deno.Command(Deno.execPath(), {
    args: ["test", "-A", "--no-check", "--filter", title, test!],
    cwd: folder,
  }).output();
  await Deno.writeTextFile(path, text);
  return !success;
}

if (import.meta.main) {
  const [part = ""] = Deno.args;
  const folder = await Deno.makeTempDir();
  await copyTo(folder);
  const [find, findTest] = [await finder(""), await finder("tests/")];
  for (const clause of clauses) {
    if (!clause.clause.includes(part)) continue;
    const files = [...find(clause.code), ...findTest(clause.title)];
    const isHeld = await fails(folder, clause, files);
    console.log(isHeld ? "fails" : "PASSES", clause.clause);
  }
  await Deno.remove(folder, { recursive: true });
}
