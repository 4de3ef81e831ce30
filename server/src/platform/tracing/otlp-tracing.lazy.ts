import type { Logger } from 'pino'
import type { Environment } from '#platform/environment/environment.ts'
import type { Tracing } from './tracing.ts'

/** Loads the OpenTelemetry packages and opens the export. Undefined without OTEL_EXPORTER_OTLP_ENDPOINT. */
export async function openTracing({ otlp }: Environment, log: Logger): Promise<Tracing | undefined> {
  if (otlp === null) return undefined
  const { createOtlpTracing } = await import('./otlp-tracing.ts')
  return createOtlpTracing(otlp, log)
}
