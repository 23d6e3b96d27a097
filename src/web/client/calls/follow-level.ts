/** Reports a stream's volume, 0 to 1, until the returned function is called. */
export function followLevel(stream: MediaStream, onLevel: (level: number) => void): () => void {
  const context = new AudioContext();
  const analyser = context.createAnalyser();
  analyser.fftSize = 1024;
  context.createMediaStreamSource(stream).connect(analyser);
  void context.resume();
  const samples = new Float32Array(analyser.fftSize);
  const timer = setInterval(() => {
    analyser.getFloatTimeDomainData(samples);
    const loudest = samples.reduce((most, one) => Math.max(most, Math.abs(one)), 0);
    onLevel(Math.min(1, loudest));
  }, 100);
  return () => {
    clearInterval(timer);
    void context.close();
  };
}
