import { describe, expect, test } from "vitest";
import { deliver, type Delivery } from "@/lib/outbox/delivery";
import { DeliveryLine } from "@/lib/outbox/delivery-line";
import { exampleReply, exampleRequest, FakePorts } from "@/lib/outbox/testing/fake-ports";

function start(ports: FakePorts, request = exampleRequest, line = new DeliveryLine()) {
  const reports: Delivery[] = [];
  const { retry, stop } = deliver(request, ports, (delivery) => reports.push(delivery), line);
  return { reports, retry, stop };
}

const json = (body: unknown, status = 200, headers?: HeadersInit) => Response.json(body, { status, headers });

describe("delivery of an attempt", () => {
  test("one request is enough when the server answers", async () => {
    const ports = new FakePorts().answer(json(exampleReply));
    const { reports } = start(ports);
    await ports.settle();
    expect(ports.posted).toHaveLength(1);
    expect(reports).toEqual([{ state: "sending" }, { state: "recorded", reply: exampleReply }]);
  });

  test("a lost connection repeats the same attempt, never a new one", async () => {
    const ports = new FakePorts().answer("lost").answer("lost").answer(json(exampleReply));
    const { reports } = start(ports);
    await ports.settle();
    await ports.fireTimers();
    await ports.fireTimers();
    expect(ports.posted).toEqual([exampleRequest, exampleRequest, exampleRequest]);
    expect(reports.map((report) => report.state)).toEqual(["sending", "waiting", "waiting", "recorded"]);
  });

  test("tries are spaced further and further apart, up to half a minute", async () => {
    const ports = new FakePorts();
    for (let count = 0; count < 8; count++) ports.answer("lost");
    start(ports);
    await ports.settle();
    for (let count = 0; count < 7; count++) await ports.fireTimers();
    expect(ports.delays).toEqual([1000, 2000, 4000, 8000, 16_000, 30_000, 30_000, 30_000]);
  });

  test("offline is said at once, and the return of the network sends without waiting for the timer", async () => {
    const ports = new FakePorts().answer("lost").answer(json(exampleReply));
    ports.isOnline = false;
    const { reports } = start(ports);
    await ports.settle();
    expect(reports).toEqual([
      { state: "waiting", because: "offline" },
      { state: "waiting", because: "offline" },
    ]);
    ports.isOnline = true;
    await ports.wake();
    expect(reports.at(-1)).toEqual({ state: "recorded", reply: exampleReply });
    expect(ports.pendingTimers).toBe(0);
  });

  test("the learner can send without waiting for the timer", async () => {
    const ports = new FakePorts().answer("lost").answer(json(exampleReply));
    const { reports, retry } = start(ports);
    await ports.settle();
    retry();
    await ports.settle();
    expect(reports.map((report) => report.state)).toEqual(["sending", "waiting", "sending", "recorded"]);
    expect(ports.pendingTimers + ports.wakers).toBe(0);
  });

  test("a wake-up while a request is on its way sends no second one", async () => {
    const ports = new FakePorts();
    start(ports);
    await ports.wake();
    await ports.wake();
    expect(ports.posted).toHaveLength(1);
  });

  test.each([429, 500, 503])("%i waits and tries again", async (status) => {
    const ports = new FakePorts().answer(json({}, status)).answer(json(exampleReply));
    const { reports } = start(ports);
    await ports.settle();
    expect(reports.at(-1)).toEqual({ state: "waiting", because: "busy" });
    await ports.fireTimers();
    expect(reports.at(-1)?.state).toBe("recorded");
  });

  test("Retry-After is respected, up to a minute", async () => {
    const ports = new FakePorts()
      .answer(json({}, 429, { "Retry-After": "7" }))
      .answer(json({}, 503, { "Retry-After": "86400" }));
    start(ports);
    await ports.settle();
    await ports.fireTimers();
    expect(ports.delays).toEqual([7000, 60_000]);
  });

  test("a login page of some network in between is not a delivery", async () => {
    const portal = () => new Response("<html>Welcome to the hotel</html>", { headers: { "Content-Type": "text/html" } });
    const ports = new FakePorts().answer(portal()).answer(json({ id: "another attempt" }));
    const { reports } = start(ports);
    await ports.settle();
    await ports.fireTimers();
    expect(reports.map((report) => report.state)).toEqual(["sending", "waiting", "waiting"]);
  });

  test("409 ends the delivery: the server holds other answers", async () => {
    const ports = new FakePorts().answer(json({ status: 409 }, 409));
    const { reports } = start(ports);
    await ports.settle();
    expect(reports.at(-1)).toEqual({ state: "superseded" });
    expect(ports.pendingTimers + ports.wakers).toBe(0);
  });

  test("422 ends the delivery with the server's reason", async () => {
    const problem = { type: "/problems/version", title: "Unknown version", status: 422, detail: "Reload the page." };
    const ports = new FakePorts().answer(json(problem, 422)).answer(new Response("no reason", { status: 400 }));
    const { reports } = start(ports);
    await ports.settle();
    expect(reports.at(-1)).toEqual({ state: "refused", problem });
    expect(ports.pendingTimers + ports.wakers).toBe(0);

    const second = start(ports);
    await ports.settle();
    expect(second.reports.at(-1)).toEqual({ state: "refused", problem: null });
  });

  test("a stopped delivery neither reports nor sends again", async () => {
    const ports = new FakePorts().answer("lost");
    const { reports, stop } = start(ports);
    stop();
    await ports.settle();
    await ports.fireTimers();
    await ports.wake();
    expect(ports.posted).toHaveLength(1);
    expect(reports).toEqual([{ state: "sending" }]);
    expect(ports.pendingTimers + ports.wakers).toBe(0);
  });
});

describe("several answers of one page", () => {
  const second = { ...exampleRequest, id: "1c2e7b1f-9a6f-4b68-8e1f-1a4b5b2d3c4e", question: "reading-code-and-logs/crash" };


  test("the second leaves only when the first is answered: side by side they would make two learners", async () => {
    const ports = new FakePorts().answer("lost").answer(json(exampleReply));
    ports.isOnline = false;
    const line = new DeliveryLine();
    const one = start(ports, exampleRequest, line);
    const two = start(ports, second, line);
    await ports.settle();
    expect(two.reports.at(-1)).toEqual({ state: "waiting", because: "offline" });
    ports.isOnline = true;
    await ports.wake();
    expect(one.reports.at(-1)?.state).toBe("recorded");
    expect(two.reports.at(-1)).toEqual({ state: "sending" });
    expect(ports.posted).toEqual([exampleRequest, exampleRequest, second]);
  });

  test("what keeps the first waiting is said of the others too, and to send one now sends the first", async () => {
    const ports = new FakePorts().answer(json({}, 503)).answer(json(exampleReply));
    const line = new DeliveryLine();
    start(ports, exampleRequest, line);
    const two = start(ports, second, line);
    await ports.settle();
    expect(two.reports.at(-1)).toEqual({ state: "waiting", because: "busy" });
    two.retry();
    await ports.settle();
    expect(ports.posted).toEqual([exampleRequest, exampleRequest, second]);
  });

  test("one that is stopped on its way keeps the next from overtaking it", async () => {
    let arrive: (response: Response) => void = () => {};
    const ports = new FakePorts();
    const posted: string[] = [];
    const post = ({ id }: typeof second) => {
      posted.push(id);
      return new Promise<Response>((resolve) => (arrive = resolve));
    };
    const line = new DeliveryLine();
    const one = deliver(exampleRequest, { ...ports, post }, () => {}, line);
    deliver(second, { ...ports, post }, () => {}, line);
    one.stop();
    await ports.settle();
    expect(posted).toEqual([exampleRequest.id]);
    arrive(json(exampleReply));
    await ports.settle();
    expect(posted).toEqual([exampleRequest.id, second.id]);
  });
});
