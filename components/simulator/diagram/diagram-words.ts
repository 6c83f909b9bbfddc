/** Words of the diagram beyond those of the run. */
export interface DiagramWords {
  label: string;
  /** Before the number of a delivery. */
  delivery: string;
  /** Before the number of a generation. */
  generation: string;
  /** The same where there is little room. */
  generationShort: string;
  /** Before the committed offset. */
  committed: string;
  /** Before the names of the topics that lie on the lane of the queue. */
  topic: string;
  /** Before the number of the step at which a worker died. */
  crashedAt: string;
  /** The same where there is no room for the step. */
  crashed: string;
  /** Under a worker that another one keeps waiting. */
  waits: string;
  /** Name of the gap in which every crash does harm, and of one in which some do. */
  crashWindow: string;
  sometimes: string;
}
