import { AsyncLocalStorage } from 'node:async_hooks'
import { hostname } from 'node:os'
import { ROOT_CONTEXT, SpanKind, SpanStatusCode, TraceFlags, trace } from '@opentelemetry/api'
import type { Context, Span } from '@opentelemetry/api'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { resourceFromAttributes } from '@opentelemetry/resources'
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace'
import type { SpanExporter } from '@opentelemetry/sdk-trace'
import pg from 'pg'
import type { Logger } from 'pino'
import type { OtlpEnvironment } from '#platform/environment/telemetry.ts'
import type { TraceParent } from '#platform/http/request-id.ts'
import type { EndedRequest, Tracing } from './tracing.ts'

const sendEveryMs = 1_000
const sendWithinMs = 3_000
const logEveryMs = 60_000
/** Statements of lists can be long. */
const maxTextLength = 4_000

/**
 * The exporter, with its failures in the log, at most once a minute. Spans that could not be sent are
 * dropped.
 */
function withLog(exporter: SpanExporter, log: Logger): SpanExporter {
  let loggedMs = -logEveryMs
  return {
    export(spans, done) {
      exporter.export(spans, (result) => {
        if (result.error !== undefined && performance.now() - loggedMs >= logEveryMs) {
          loggedMs = performance.now()
          log.warn({ reason: result.error.message }, 'traces not sent')
        }
        done(result)
      })
    },
    shutdown: () => exporter.shutdown(),
  }
}

function contextOf(parent: TraceParent | null): Context {
  if (parent === null) return ROOT_CONTEXT
  const { traceId, spanId, isSampled } = parent
  const traceFlags = isSampled ? TraceFlags.SAMPLED : TraceFlags.NONE
  return trace.setSpanContext(ROOT_CONTEXT, { traceId, spanId, traceFlags, isRemote: true })
}

/** Names as in the semantic conventions of OpenTelemetry for HTTP servers and databases. */
function endRequest(span: Span, request: EndedRequest): void {
  const { method, route, recordCall, status, requestId, user } = request
  span.updateName(recordCall === null ? `${method} ${route}` : recordCall.operation)
  span.setAttributes({
    'http.request.method': method,
    'http.route': route,
    'http.response.status_code': status,
    'portal.request_id': requestId,
    ...(recordCall !== null && {
      'portal.collection': recordCall.collection,
      'portal.operation': recordCall.operation,
    }),
    ...(user !== null && { 'enduser.id': user }),
  })
  if (status >= 500) span.setStatus({ code: SpanStatusCode.ERROR })
  span.end()
}

/** The SQLSTATE. The message of an error can hold values, so it is never sent. */
const errorType = (error: unknown) =>
  error instanceof pg.DatabaseError ? (error.code ?? 'unknown') : 'connection'

/** Sends spans by OTLP over HTTP. Statements outside requests, such as those of workers, get no span. */
export function createOtlpTracing({ url, headers, sampledPart }: OtlpEnvironment, log: Logger): Tracing {
  const exporter = new OTLPTraceExporter({ url, headers: { ...headers }, timeoutMillis: sendWithinMs })
  const provider = new TracerProvider({
    resource: resourceFromAttributes({
      'service.name': 'permit-portal',
      'service.instance.id': `${hostname()}:${process.pid}`,
    }),
    sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(sampledPart) }),
    spanProcessors: [
      new BatchSpanProcessor({
        exporter: withLog(exporter, log),
        scheduledDelayMillis: sendEveryMs,
        exportTimeoutMillis: sendWithinMs,
      }),
    ],
  })
  const tracer = provider.getTracer('permit-portal')
  const current = new AsyncLocalStorage<Context>()
  return {
    start(parent) {
      const parentContext = contextOf(parent)
      const span = tracer.startSpan('request', { kind: SpanKind.SERVER }, parentContext)
      const context = trace.setSpan(parentContext, span)
      return {
        traceId: span.spanContext().traceId,
        run: (work) => current.run(context, work),
        end: (request) => endRequest(span, request),
      }
    },
    onStatement({ text, durationMs, error }) {
      const context = current.getStore()
      if (context === undefined) return
      const endedAt = Date.now()
      const operation = /^\s*(\w+)/.exec(text)?.[1]?.toUpperCase() ?? 'SQL'
      const span = tracer.startSpan(
        operation,
        {
          kind: SpanKind.CLIENT,
          startTime: endedAt - durationMs,
          attributes: {
            'db.system.name': 'postgresql',
            'db.operation.name': operation,
            'db.query.text': text.slice(0, maxTextLength),
          },
        },
        context,
      )
      if (error !== undefined) {
        span.setAttribute('error.type', errorType(error))
        span.setStatus({ code: SpanStatusCode.ERROR })
      }
      span.end(endedAt)
    },
    async close() {
      await provider.shutdown()
    },
  }
}
