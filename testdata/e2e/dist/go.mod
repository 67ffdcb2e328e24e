module example.com/dist

go 1.26.0

require golang.org/x/mod v0.37.0
