/** Words of the diagram beyond those of the run. */
export interface DiagramWords {
  label: string;
  /** Before the number of a delivery. */
  delivery: string;
  /** Before the number of the step at which a worker died. */
  crashedAt: string;
  /** Under a worker that another one keeps waiting. */
  waits: string;
}
