import type { PageVital, PageVitals, VitalName } from '@portal/contract'
import { GatheredFrames, chargesOf } from './long-frames.ts'
import type { FrameScript } from './long-frames.ts'

/** Long frames are reported at most this often while a page stays open, in ms. */
const gatherMs = 30_000
/** Entries of events can arrive after the frame that they belong to, in ms. */
const settleMs = 1_000
/** Events that are kept to find the element of a long frame. */
const maxEvents = 50
/** Reactions up to this long are not told apart by browsers, in ms. */
const minReactionMs = 16
/**
 * A shift of the layout this long after the last one, or after the first of its group, begins a new group.
 */
const [shiftGapMs, shiftGroupMs] = [1_000, 5_000]
const maxVitals = 20

interface Build {
  remote: string
  version: string
}

export interface VitalOptions {
  /** The remote that is mounted as the page. */
  current: () => Build | null
  /** The mounted version of a remote whose element is in the page; null when it is not known. */
  versionOf: (remote: string) => string | null
  /** Whether somebody is signed in. */
  maySend: () => boolean
  send?: (vitals: PageVitals) => void
}

interface LongFrameEntry extends PerformanceEntry {
  scripts: readonly FrameScript[]
}
interface ShiftEntry extends PerformanceEntry {
  value: number
  hadRecentInput: boolean
  sources?: readonly { node?: Node | null }[]
}
interface EventEntry extends PerformanceEntry {
  processingStart: number
  target: Node | null
  interactionId?: number
}
interface PaintEntry extends PerformanceEntry {
  element: Element | null
}

const isLongFrame = (entry: PerformanceEntry): entry is LongFrameEntry => 'scripts' in entry
const isShift = (entry: PerformanceEntry): entry is ShiftEntry => 'hadRecentInput' in entry
const isEvent = (entry: PerformanceEntry): entry is EventEntry => 'processingStart' in entry
const isPaint = (entry: PerformanceEntry): entry is PaintEntry => 'element' in entry

const sendVitals = (vitals: PageVitals) =>
  void fetch(`${location.origin}/api/federation/vitals`, {
    method: 'POST',
    keepalive: true,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(vitals),
  }).catch(() => undefined)

/** Observes entries of one type, also those from before; nothing in browsers that do not know the type. */
function observe<Entry extends PerformanceEntry>(
  type: string,
  isOne: (entry: PerformanceEntry) => entry is Entry,
  onEntry: (entry: Entry) => void,
  more: { durationThreshold?: number } = {},
): void {
  if (!PerformanceObserver.supportedEntryTypes.includes(type)) return
  new PerformanceObserver((list) => list.getEntries().filter(isOne).forEach(onEntry)).observe({
    type,
    buffered: true,
    ...more,
  })
}

/** Web vitals and long frames of this page, each charged to a remote and its version. */
export class Vitals {
  readonly #options: VitalOptions
  readonly #frames = new GatheredFrames()
  /** Worst value of the visit, by build and name. */
  #values = new Map<string, PageVital>()
  #events: EventEntry[] = []
  #shifts = { build: '', first: 0, last: 0, sum: 0 }
  #paint: PaintEntry | null = null
  #isWaiting = false

  constructor(options: VitalOptions) {
    this.#options = options
  }

  /** A visit lasts until the page is hidden. Does nothing in a browser that cannot measure. */
  watch(): void {
    if (!('PerformanceObserver' in globalThis)) return
    observe('event', isEvent, (entry) => this.noteEvent(entry), { durationThreshold: minReactionMs })
    observe('layout-shift', isShift, (entry) => this.#noteShift(entry))
    observe('long-animation-frame', isLongFrame, (entry) => setTimeout(() => this.noteFrame(entry), settleMs))
    // What a page paints while nobody looks at it says nothing.
    if (performance.getEntriesByType('visibility-state')[0]?.name !== 'hidden')
      observe('largest-contentful-paint', isPaint, (entry) => {
        this.#paint = entry
      })
    document.addEventListener('visibilitychange', () => {
      if (document.visibilityState === 'hidden') this.flush()
    })
  }

  noteFrame({ scripts }: Pick<LongFrameEntry, 'scripts'>): void {
    for (const charge of chargesOf(scripts, (script) => this.#ownerOfEvent(script))) {
      this.#frames.note(charge)
      this.#wait()
    }
  }

  noteEvent(entry: EventEntry): void {
    this.#events = [...this.#events, entry].slice(-maxEvents)
    const build = this.#buildOf(entry.target)
    if ((entry.interactionId ?? 0) > 0 && build !== null) this.#noteWorst(build, 'inp', entry.duration)
  }

  /** Sends what was measured since the last time. */
  flush(): void {
    const paint = this.#paint
    this.#paint = null
    const painted = paint === null ? null : this.#buildOf(paint.element)
    if (paint !== null && painted !== null) this.#noteWorst(painted, 'lcp', paint.startTime)
    const vitals = [...this.#values.values()].slice(0, maxVitals)
    this.#values = new Map()
    this.#send({ vitals, frames: this.#frames.take() })
  }

  #send(vitals: PageVitals): void {
    const { maySend, send = sendVitals } = this.#options
    if (vitals.vitals.length + vitals.frames.length > 0 && maySend()) send(vitals)
  }

  /** Long frames do not wait until the page is hidden: some pages are never left, but closed by force. */
  #wait(): void {
    if (this.#isWaiting) return
    this.#isWaiting = true
    setTimeout(() => {
      this.#isWaiting = false
      this.#send({ vitals: [], frames: this.#frames.take() })
    }, gatherMs)
  }

  /**
   * The build whose element this is; the mounted one for elements that are gone, none for those of the shell.
   */
  #buildOf(node: Node | null | undefined): Build | null {
    if (node === null || node === undefined) return this.#options.current()
    const owner = node instanceof Element ? node : node.parentElement
    const remote = owner?.closest('[data-remote]')?.getAttribute('data-remote') ?? null
    const version = remote === null ? null : this.#options.versionOf(remote)
    return remote === null || version === null ? null : { remote, version }
  }

  /**
   * The build whose element had the event that a script of the shell handled. Events of other kinds can come
   * right before it: the pointer that comes to a button has left another.
   */
  #ownerOfEvent({ startTime, duration, invoker }: FrameScript): Build | null {
    const event = this.#events.findLast(
      ({ name, processingStart, target }) =>
        target !== null &&
        invoker.endsWith(`.on${name}`) &&
        processingStart >= startTime - 1 &&
        processingStart <= startTime + duration,
    )
    return event === undefined ? null : this.#buildOf(event.target)
  }

  #noteWorst(build: Build, name: VitalName, value: number): void {
    const key = `${build.remote} ${build.version} ${name}`
    const worst = Math.max(this.#values.get(key)?.value ?? 0, Math.round(value))
    this.#values.set(key, { ...build, name, value: Math.min(worst, 600_000) })
  }

  /** Shifts that follow each other count together, as long as they are of one build. */
  #noteShift({ value, hadRecentInput, startTime, sources }: ShiftEntry): void {
    const build = this.#buildOf(sources?.[0]?.node)
    if (hadRecentInput || build === null) return
    const { build: before, first, last, sum } = this.#shifts
    const key = `${build.remote} ${build.version}`
    const isSame = key === before && startTime - last < shiftGapMs && startTime - first < shiftGroupMs
    this.#shifts = {
      build: key,
      first: isSame ? first : startTime,
      last: startTime,
      sum: (isSame ? sum : 0) + value * 1000,
    }
    this.#noteWorst(build, 'cls', this.#shifts.sum)
  }
}
