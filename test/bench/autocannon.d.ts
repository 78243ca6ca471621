declare module 'autocannon' {
  type Result = {
    requests: { average: number; total: number };
    latency: { p50: number; p99: number };
    '2xx': number;
    non2xx: number;
    errors: number;
  };
  function autocannon(options: {
    url: string;
    method: 'POST';
    connections: number;
    duration: number;
    headers: Record<string, string>;
    body: string;
  }): Promise<Result>;
  export default autocannon;
}
