import { expect, test, vi } from "vitest";
import { currentLearner, learnerCookie, learnerOf } from "@/lib/identity/learner";

const jar = vi.hoisted(() => ({ value: undefined as string | undefined }));
vi.mock("next/headers", () => ({
  cookies: () => Promise.resolve({ get: () => (jar.value === undefined ? undefined : { value: jar.value }) }),
}));

const id = "7d444840-9dc0-41d1-b245-5ffdce74fad2";

function requestWith(headers: Record<string, string>, url = "http://localhost/api/attempts"): Request {
  return new Request(url, { headers });
}

test.each([
  ["no cookie", "", null],
  ["only others", "theme=dark; xlearner=1", null],
  ["a learner", `learner=${id}`, id],
  ["a learner among others", `theme=dark; learner=${id}; a=b`, id],
  ["a broken value", "learner=1", null],
  ["an empty value", "learner=", null],
  ["a value with something behind it", `learner=${id}x`, null],
  ["an attempt at SQL", "learner=' OR 1=1 --", null],
])("with %s in the header", (_, Cookie, expected) => {
  expect(learnerOf(requestWith({ Cookie }))).toBe(expected);
});

test("pages see the same learner", async () => {
  jar.value = id;
  expect(await currentLearner()).toBe(id);
  jar.value = "broken";
  expect(await currentLearner()).toBeNull();
  jar.value = undefined;
  expect(await currentLearner()).toBeNull();
});

test("the cookie is hidden from scripts and from other sites, and stays on https", () => {
  const cookie = `learner=${id}; Path=/; Max-Age=31536000; HttpOnly; SameSite=Lax`;
  expect(learnerCookie(id, requestWith({}))).toBe(cookie);
  expect(learnerCookie(id, requestWith({}, "https://ours.example/"))).toBe(`${cookie}; Secure`);
  expect(learnerCookie(id, requestWith({ "X-Forwarded-Proto": "https, http" }))).toBe(`${cookie}; Secure`);
});
