"use client";
// @ts-types="npm:@types/react@^19"
import { useEffect } from "react";
import type { EndpointInterface } from "../endpoint/contract.ts";
import type {
  ActionArgs,
  Controller,
  StoredEndpoint,
} from "../controller/mod.ts";
import {
  EndpointQuestion,
  type EndpointReading,
  type ReaderKind,
} from "./endpoint_question.ts";
import type { ReaderSource } from "./reader_source.ts";
import { useController } from "./use_controller.ts";
import { useObserved } from "./use_observed.ts";
import { useReaderSource } from "./use_reader_source.ts";

/** A reading, and the question it answers. */
export interface CurrentReading {
  readonly reading: EndpointReading;
  readonly question: EndpointQuestion;
}

/** Reads without requesting anything. */
export function useStoredReading(
  endpoint: StoredEndpoint,
  args: ActionArgs,
): CurrentReading {
  const source = useReaderSource();
  return useReading(source, source.controller, endpoint, args, "stored");
}

/**
 * Reads, requests what is missing or stale, and counts as reader of the key.
 *
 * @param onUnanswered Called with a reading whose request ended without an answer; stable.
 */
export function useFetchedReading(
  endpoint: EndpointInterface,
  args: ActionArgs,
  kind: "fetching" | "suspending",
  onUnanswered?: (reading: EndpointReading) => void,
): CurrentReading {
  const controller = useController();
  const source = useReaderSource().requestedBy(controller);
  const current = useReading(source, controller, endpoint, args, kind);
  const { reading, question } = current;
  const { key } = question;
  useEffect(() => {
    if (!reading.needsRequest) return;
    void question.request(reading).then((isAnswered) => {
      if (!isAnswered) onUnanswered?.(reading);
    });
    // one request for each reading that calls for it
  }, [reading]);
  useEffect(() => {
    if (key === null) return;
    source.waiting.shown(key);
    return controller.addReader(endpoint, ...args);
    // only the key tells arguments apart
  }, [controller, key]);
  return current;
}

function useReading(
  source: ReaderSource,
  controller: Controller,
  endpoint: StoredEndpoint,
  args: ActionArgs,
  kind: ReaderKind,
): CurrentReading {
  const question = new EndpointQuestion(
    source,
    controller,
    endpoint,
    args,
    kind,
  );
  const reading = useObserved(source, question, [
    controller,
    question.key,
    endpoint.schema,
    endpoint.invalidIfStale,
  ]);
  return { reading, question };
}
