import { expect, test } from "vitest";
import { stemOf, wordsIn } from "./word-stems";

test.each([
  ["доставка доставки доставке доставку доставкой доставок доставкам доставками доставках"],
  ["партиция партиции партицию партицией партиций партициям партициями партициях"],
  ["бронь брони бронью броней броням бронями бронях"],
  ["окно окна окну окном окне окон окнам окнами окнах"],
  ["смещение смещения смещению смещением смещении смещений смещениям смещениями смещениях"],
  ["получатель получателя получателю получателем получателе получатели получателей"],
  ["идемпотентный идемпотентная идемпотентное идемпотентного идемпотентному идемпотентных идемпотентность идемпотентности идемпотентностью"],
  ["сбой сбоя сбою сбоем сбое сбои сбоев сбоям"],
  ["мёртвых мертвых мёртвый Мертвая"],
  ["delivery deliveries"],
  ["lease leases leased leasing"],
  ["commit commits committed committing"],
  ["rebalance rebalances rebalanced rebalancing"],
  ["process processes processed processing"],
  ["key keys"],
])("%s have one stem", (forms) => {
  expect(new Set(forms.split(" ").map(stemOf)).size).toBe(1);
});

test.each([["краш", "крыша"], ["ключ", "клад"], ["зазор", "заказ"], ["lease", "release"], ["offset", "effect"], ["status", "state"]])(
  "%s and %s are two words",
  (one, other) => expect(stemOf(one)).not.toBe(stemOf(other)),
);

test("words stand where they stand in the text", () => {
  const text = "Смещение — at-least-once, `23505`.";
  expect(wordsIn(text).map(({ start, end }) => text.slice(start, end))).toEqual(["Смещение", "at", "least", "once", "23505"]);
});
