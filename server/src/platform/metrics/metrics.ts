import type { PageError, RemoteLoad } from '@portal/contract'
import { Counter, Gauge, Histogram, Registry, collectDefaultMetrics } from '@prometheus-io/client'
import type { Logger } from 'pino'

const secondsBuckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10]

/** Metrics of the process, registered once even if the process builds several apps. */
let ofProcess: Registry | undefined

function processRegistry(): Registry {
  if (ofProcess === undefined) {
    ofProcess = new Registry()
    collectDefaultMetrics({ register: ofProcess })
  }
  return ofProcess
}

/** A metric as data, as the library reads it again. */
type MetricData = Record<string, unknown> & { name: string }

/** A value of a gauge, with its labels. */
export interface GaugeValue {
  labels?: Readonly<Record<string, string>>
  value: number
}

/** A metric as a feature declares it. Label values must come from a bounded list, never from a caller. */
export interface MetricDeclaration {
  name: string
  help: string
  labels?: readonly string[]
}

/**
 * Metrics of one server since its start. Each server exports its own values; the collector adds them up. A
 * feature declares its own metrics here, beside the code that they measure.
 */
export class Metrics {
  readonly #log: Logger
  #gather: (() => Promise<object[][]>) | undefined
  readonly #registry = new Registry()
  readonly #requests = new Histogram({
    name: 'portal_http_request_seconds',
    help: 'Time from a request to its answer, by route and status',
    labelNames: ['method', 'route', 'status'],
    buckets: secondsBuckets,
    registers: [this.#registry],
  })
  readonly #recordCalls = new Histogram({
    name: 'portal_record_call_seconds',
    help: 'Time of record calls through /api/crud, by collection, operation and status',
    labelNames: ['collection', 'operation', 'status'],
    buckets: secondsBuckets,
    registers: [this.#registry],
  })
  readonly #loads = new Counter({
    name: 'portal_remote_loads_total',
    help: 'Remotes that pages loaded',
    labelNames: ['remote', 'version'],
    registers: [this.#registry],
  })
  readonly #phases = new Histogram({
    name: 'portal_remote_load_phase_seconds',
    help: 'How long the phases of loading a remote took in pages',
    labelNames: ['remote', 'phase'],
    buckets: secondsBuckets,
    registers: [this.#registry],
  })
  readonly #failures = new Counter({
    name: 'portal_remote_failures_total',
    help: 'Failures of remotes in pages, by the team that owns them and the phase',
    labelNames: ['remote', 'version', 'owner', 'phase'],
    registers: [this.#registry],
  })
  readonly #unread = new Counter({
    name: 'portal_metric_failures_total',
    help: 'Metrics that could not be read, for example because the database did not answer',
    labelNames: ['metric'],
    registers: [this.#registry],
  })

  constructor(log: Logger) {
    this.#log = log
  }

  countRequest(labels: { method: string; route: string; status: number }, elapsedMs: number): void {
    this.#requests.observe(labels, elapsedMs / 1000)
  }

  countRecordCall(
    labels: { collection: string; operation: string; status: number },
    elapsedMs: number,
  ): void {
    this.#recordCalls.observe(labels, elapsedMs / 1000)
  }

  countLoad(load: RemoteLoad, owner: string): void {
    const { remote } = load
    const version = load.version ?? ''
    if (load.outcome === 'failed') return this.#failures.inc({ remote, version, owner, phase: load.phase })
    this.#loads.inc({ remote, version })
    for (const [phase, ms] of Object.entries(load.phases)) this.#phases.observe({ remote, phase }, ms / 1000)
  }

  /** Counts an error of a loaded remote. Its kind stands where failed loads have their phase. */
  countPageError({ remote, version, kind }: PageError, owner: string): void {
    this.#failures.inc({ remote, version, owner, phase: kind })
  }

  /** Declares a counter and returns how it counts. */
  addCounter({ name, help, labels = [] }: MetricDeclaration): (labels: Record<string, string>) => void {
    const counter = new Counter({ name, help, labelNames: [...labels], registers: [this.#registry] })
    return (values) => counter.inc(values)
  }

  /** Declares a histogram of seconds and returns how it observes. */
  addSeconds({ name, help }: MetricDeclaration): (seconds: number) => void {
    const histogram = new Histogram({ name, help, buckets: secondsBuckets, registers: [this.#registry] })
    return (seconds) => histogram.observe(seconds)
  }

  /**
   * Declares a gauge that is read when the metrics are collected. A gauge that cannot be read has no value,
   * so that the other metrics remain readable, for example while the database is down.
   */
  addGauge(
    { name, help, labels = [] }: MetricDeclaration,
    read: () => readonly GaugeValue[] | Promise<readonly GaugeValue[]>,
  ): void {
    const gauge = new Gauge({
      name,
      help,
      labelNames: [...labels],
      registers: [this.#registry],
      collect: async () => {
        gauge.reset()
        // A gauge without labels is 0 after a reset, which would be a value that nobody read.
        if (labels.length === 0) gauge.remove()
        try {
          for (const { labels: values = {}, value } of await read()) gauge.set({ ...values }, value)
        } catch (error) {
          this.#unread.inc({ metric: name })
          this.#log.debug({ err: error, metric: name }, 'metric not read')
        }
      },
    })
  }

  /** Labels every metric of this process, which is one of several on a port. */
  labelAs(worker: string): void {
    for (const registry of [this.#registry, processRegistry()]) registry.setDefaultLabels({ worker })
  }

  /** The metrics of this process as data. */
  async snapshot(): Promise<MetricData[]> {
    const both = await Promise.all(
      [this.#registry, processRegistry()].map((registry) => registry.getMetricsAsJSON()),
    )
    return both.flat().map((metric) => ({ ...metric }))
  }

  /** From now on the text has the metrics of all processes. */
  gatherFrom(gather: () => Promise<object[][]>): void {
    this.#gather = gather
  }

  /** All metrics in the Prometheus text format. */
  async text(): Promise<string> {
    if (this.#gather !== undefined) return Registry.aggregate(await this.#gather()).metrics()
    return `${await this.#registry.metrics()}\n${await processRegistry().metrics()}`
  }

  get contentType(): string {
    return this.#registry.contentType
  }
}
