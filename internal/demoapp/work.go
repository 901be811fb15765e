package demoapp

import (
	"fmt"
	"net/http"
	"path/filepath"
	"slices"
	"time"
)

// jobDuration is long enough that a test has to wait, and short enough to try.
const jobDuration = 2 * time.Second

// job is a moment, not a goroutine: how far it is follows from the clock, so nothing runs on when a browser leaves.
type job struct {
	started time.Time // zero: none was started
}

type jobReport struct {
	State    string `json:"state"` // idle, running or finished
	Progress int    `json:"progress"`
	Message  string `json:"message"`
}

func (a *app) progressOf(j job) jobReport {
	if j.started.IsZero() {
		return jobReport{"idle", 0, "No job is running"}
	}
	progress := min(int(time.Since(j.started)*100/jobDuration), 100)
	if a.bugs[bugJobNeverEnds] {
		progress = min(progress, 90)
	}
	if progress == 100 {
		return jobReport{"finished", 100, "Job finished"}
	}
	return jobReport{"running", progress, fmt.Sprintf("Job running: %d %%", progress)}
}

func (a *app) jobs(w http.ResponseWriter, _ *http.Request, s *session) {
	a.render(w, s, http.StatusOK, "jobs", page{Title: "Jobs", Active: "/jobs", Data: a.progressOf(s.job)})
}

func (a *app) startJob(w http.ResponseWriter, _ *http.Request, s *session) {
	s.job.started = time.Now()
	writeJSON(w, http.StatusAccepted, a.progressOf(s.job))
}

func (a *app) jobState(w http.ResponseWriter, _ *http.Request, s *session) {
	writeJSON(w, http.StatusOK, a.progressOf(s.job))
}

// upload is what is kept of a file: never its contents.
type upload struct {
	Name, Size string
}

const maxUploads = 5

type uploadData struct {
	Uploads []upload // the newest first
	Error   string
}

func (a *app) uploadForm(w http.ResponseWriter, _ *http.Request, s *session) {
	a.renderUpload(w, s, "")
}

func (a *app) renderUpload(w http.ResponseWriter, s *session, problem string) {
	a.render(w, s, http.StatusOK, "upload", page{Title: "Files", Active: "/upload", Data: uploadData{s.uploads, problem}})
}

func (a *app) upload(w http.ResponseWriter, r *http.Request, s *session) {
	file, header, err := r.FormFile("file")
	if err != nil {
		a.renderUpload(w, s, "Choose a file first.")
		return
	}
	_ = file.Close() // it was only opened to be counted
	size := header.Size
	if a.bugs[bugUploadEmpty] {
		size = 0
	}
	u := upload{Name: cut(filepath.Base(header.Filename)), Size: fileSize(size)}
	s.uploads = slices.Insert(s.uploads, 0, u)
	s.uploads = s.uploads[:min(len(s.uploads), maxUploads)]
	a.done(w, r, s, u.Name+" uploaded", "/upload")
}

func fileSize(bytes int64) string {
	switch {
	case bytes == 1:
		return "1 byte"
	case bytes < 1000:
		return fmt.Sprintf("%d bytes", bytes)
	case bytes < 1000*1000:
		return fmt.Sprintf("%.1f kB", float64(bytes)/1000)
	}
	return fmt.Sprintf("%.1f MB", float64(bytes)/(1000*1000))
}
